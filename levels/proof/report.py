"""What `check` reports of a file to scripts: one JSON object, always with the same keys."""

from typing import Any

from levels.files.problems import LevelError
from levels.proof.certificate import Certificate

FIGURES = (
    *("name", "rows", "columns", "cells", "period", "states", "reachable", "viable", "doomed"),
    *("doomed_reachable", "shortest", "goal_reachable_from_all", "certified"),
)
"""Keys of a certificate in JSON; null where a file has no certificate."""


def record_of(name: str, certificate: Certificate | None, error: LevelError | None) -> dict[str, Any]:
    """The keys of `check --json`: the file's problems and the figures, null where there is no certificate."""
    figures = certificate.to_json() if certificate else {**dict.fromkeys(FIGURES), "certified": False}
    head = {"file": name, "ok": figures["certified"], "problems": problems_of(error)}
    return head | {key: figures[key] for key in FIGURES}


def problems_of(error: LevelError | None) -> list[dict[str, Any]]:
    """The problems of a file in JSON; none without an error."""
    return [
        {"line": p.line, "column": p.column, "message": p.message, "hint": p.hint}
        for p in (error.problems if error else ())
    ]
