"""Results: people's best ones, what was learned, lessons finished; written whole or not at all. No pygame."""

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING

from game.userdata.locks import alone
from game.userdata.storage import UnreadableError, free_name, keep, own_folder, read_kept

if TYPE_CHECKING:
    from levels.model.level import Level

VERSION = 1
LARGEST_FILE = 1_000_000
"""A file larger than this is not ours [bytes]."""
MOST_LEVELS = 2_000
"""Levels remembered; the ones longest not beaten go first."""


def default_path() -> Path:
    """The file of best results in the platform's folder for data."""
    return own_folder() / "best.json"


class Best:
    """Fewest steps by level and by who made them: a person, shield on at every move or not, or the agent.

    Attributes:
        path: the file, None to keep nothing.
        notice: what went wrong with it, "" if nothing did.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self.notice = ""
        self._unusable = False
        self._steps: dict[str, int] = self._read()

    def steps(self, level: "Level", *, shield: bool) -> int | None:
        """The fewest steps so far, None before the first arrival."""
        return self._steps.get(key_of(level, shield=shield))

    def fewest(self, level: "Level") -> int | None:
        """The fewest steps of a person so far, however the shield was; None before the first arrival."""
        both = (self.steps(level, shield=shield) for shield in (True, False))
        return min((steps for steps in both if steps is not None), default=None)

    def learned(self, level: "Level") -> bool:
        """Whether the agent has learned the level, in any window."""
        return _key(level, "learned") in self._steps

    def has_learned(self, level: "Level", steps: int) -> None:
        """Notes that the agent has learned the level, and in how many steps it crosses."""
        if not self.learned(level):
            self._record(_key(level, "learned"), steps)

    def finished(self, lesson: str) -> bool:
        """Whether the lesson of this name has been finished, in any window."""
        return _lesson(lesson) in self._steps

    def has_finished(self, lesson: str) -> None:
        """Notes that the lesson of this name has been finished."""
        if not self.finished(lesson):
            self._record(_lesson(lesson), 1)

    def arrived(self, level: "Level", steps: int, *, shield: bool) -> bool:
        """Takes a result; gives whether it is the best so far, whichever window made the others."""
        return self._record(key_of(level, shield=shield), steps)

    def arrived_daily(self, day: str, steps: int, optimum: int | None) -> None:
        """Takes a result on the crossing of a day, "2026-11-29", whose best possible is `optimum`."""
        self._record(f"{day}:daily", steps)
        if optimum is not None:
            self._record(f"{day}:optimum", optimum)

    def daily(self, day: str) -> tuple[int | None, int | None]:
        """The fewest steps on the crossing of a day, and its best possible; None before the first arrival."""
        return self._steps.get(f"{day}:daily"), self._steps.get(f"{day}:optimum")

    def _record(self, key: str, steps: int) -> bool:
        if self.path is None:
            return self._take(key, steps)
        with alone(self.path):
            return self._take(key, steps)

    def _take(self, key: str, steps: int) -> bool:
        for known_key, found in self._read().items():
            self._steps[known_key] = min(found, self._steps.get(known_key, found))
        known = self._steps.get(key)
        if known is not None and known <= steps:
            return False
        self._steps.pop(key, None)
        self._steps[key] = steps
        while len(self._steps) > MOST_LEVELS:
            del self._steps[next(iter(self._steps))]
        self._write()
        return True

    def _read(self) -> dict[str, int]:
        try:
            raw = None if self.path is None else read_kept(self.path, LARGEST_FILE)
        except UnreadableError:
            raw = {}
        if raw is None:
            self._unusable = False
            return {}
        steps = raw.get("steps") if raw.get("version") == VERSION else None
        self._unusable = not isinstance(steps, dict)
        if not isinstance(steps, dict):
            self.notice = f"Best results were reset: {self.path} can't be read."
            return {}
        return {str(k): v for k, v in steps.items() if type(v) is int and v > 0}

    def _write(self) -> None:
        if self.path is None:
            return
        if self._unusable:  # a newer version of the program, or its user, may still make something of it
            try:
                self.path.rename(free_name(self.path.with_stem(f"{self.path.stem}.unusable")))
            except OSError as error:
                self.notice = (
                    f"Best results can't be saved: {self.path} can't be moved aside ({error.strerror})."
                )
                return
            self._unusable = False
        failure = keep(self.path, json.dumps({"version": VERSION, "steps": self._steps}))
        self.notice = failure and f"Best results can't be saved: {failure}."


def key_of(level: "Level", *, shield: bool) -> str:
    """Under which key a person's result on a level is kept."""
    return _key(level, "shield" if shield else "free")


def _lesson(name: str) -> str:
    """Under which key it is kept that a lesson has been finished."""
    return f"lesson:{name}"


def _key(level: "Level", who: str) -> str:
    """What makes two levels the same for a result: map, rules and traffic, not name nor learning."""
    same = level.model_dump(mode="json", include={"map", "legend", "actions", "walls", "safety", "obstacles"})
    digest = hashlib.sha256(json.dumps(same, sort_keys=True).encode()).hexdigest()[:24]
    return f"{digest}:{who}"
