"""The command `check`."""

import json
from collections.abc import Iterable
from typing import Any

from levels.files.problems import LevelError
from levels.files.terminal import named, tell
from levels.proof.prove import prove
from levels.proof.report import record_of
from levels.text.outputs import notes_of
from levels.text.reader import find_level, read_file


def check(names: Iterable[str], *, as_json: bool) -> bool:
    """Print the result for each level, and return whether all are certified."""
    all_certified = True
    for name in names:
        record, text = examined(name)
        all_certified &= record["ok"]
        if as_json:
            print(json.dumps(record), flush=True)
        else:
            tell(text, error=not record["ok"])
    return all_certified


def examined(name: str) -> tuple[dict[str, Any], str]:
    """A file's record for `check --json`, and the same for people."""
    try:
        file = read_file(find_level(name))
        proof = prove(file)
    except LevelError as error:
        return record_of(name, None, error), error.render()
    warnings = (f"  warning: {warning}" for warning in proof.warnings)
    text = "\n".join([f"{named(name)}: {proof.certificate.line()}", *notes_of(file), *warnings])
    if proof.objection is not None:
        text += f"\n{proof.objection.render()}"
    return record_of(name, proof.certificate, proof.objection), text
