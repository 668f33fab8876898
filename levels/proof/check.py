"""A level, examined: what the command `check` reports of it."""

from typing import Any

from levels.files.problems import LevelError
from levels.files.terminal import named, progress_if_slow
from levels.proof.prove import prove
from levels.proof.report import record_of
from levels.text.outputs import notes_of
from levels.text.reader import find_level, read_file


def examined(name: str) -> tuple[dict[str, Any], str]:
    """A file's record for `check --json`, and the same for people."""
    try:
        file = read_file(find_level(name))
        with progress_if_slow() as progress:
            proof = prove(file, progress)
    except LevelError as error:
        return record_of(name, None, error), error.render()
    warnings = (f"  warning: {warning}" for warning in proof.warnings)
    text = "\n".join([f"{named(name)}: {proof.certificate.line()}", *notes_of(file), *warnings])
    if proof.objection is not None:
        text += f"\n{proof.objection.render()}"
    return record_of(name, proof.certificate, proof.objection), text
