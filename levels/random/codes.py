"""Codes of surprises: a kind, a seed and a difficulty; short enough to tell a friend."""

import re
from typing import Literal, NamedTuple

Kind = Literal["road", "late", "river"]
"""What there is to cross: roads and rails; the same with traffic that is late; rivers, with a road or two."""
LARGEST_SEED = 999_999_999
"""A code has nine digits at most for its seed."""
WRITTEN = re.compile(r"\s*(?:(late|river)\s+)?(\d{1,9})\s*[-\N{EN DASH}]\s*([1-5])\s*", re.IGNORECASE)


class Code(NamedTuple):
    """A surprise's seed, from 0 on, its difficulty, 1 to 5, and its kind.

    Its text is what a player types: "6258-2", "late 6258-2", "river 6258-2".
    """

    seed: int
    difficulty: int
    kind: Kind = "road"

    def __str__(self) -> str:
        numbers = f"{self.seed}-{self.difficulty}"
        return numbers if self.kind == "road" else f"{self.kind} {numbers}"

    @property
    def name(self) -> str:
        """The name of its level."""
        return f"Surprise {self}"

    @property
    def file(self) -> str:
        """The name of its level's file."""
        kind = "" if self.kind == "road" else f"{self.kind}_"
        return f"surprise_{kind}{self.seed}_{self.difficulty}.yaml"


def code_of(text: str) -> Code | None:
    """The code that a text is, None if it is none."""
    found = WRITTEN.fullmatch(text)
    if found is None:
        return None
    kinds: dict[str, Kind] = {"late": "late", "river": "river"}
    return Code(int(found[2]), int(found[3]), kinds.get((found[1] or "").lower(), "road"))
