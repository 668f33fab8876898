"""What a lesson's file may say, key by key: format 1."""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Discriminator, Field, Tag

from levels.lessons.lesson import Asked, Deed, Target
from levels.model.level import Part, version

MOST_STEPS = 40
Index = Annotated[int, Field(ge=0, le=999)]
CellPair = Annotated[tuple[Index, Index], Field(strict=False)]


def _kind_of_point(value: Any) -> str:
    """Which of the two forms of `point` a value is meant to be."""
    return "cell" if isinstance(value, list | tuple) else "target"


Point = Annotated[
    Annotated[Target, Field(strict=False), Tag("target")] | Annotated[CellPair, Tag("cell")],
    Discriminator(_kind_of_point),
]


class StepBlock(Part):
    """One step: a sentence or two, and at most one of `do` and `ask`."""

    say: Annotated[str, Field(min_length=1, max_length=240)] = Field(description="One or two sentences.")
    point: Point | None = Field(
        default=None, description="What is in the light: a target's name, or a cell as [row, column]."
    )
    do: Annotated[Deed, Field(strict=False)] | None = Field(
        default=None, description="What the reader of the lesson does before it goes on."
    )
    ask: Annotated[Asked, Field(strict=False)] | None = Field(
        default=None, description="What is asked; the level's tables know the answer."
    )
    at: CellPair | None = Field(
        default=None, description="The cell that is asked about, [row, column]; by default the start."
    )
    phase: Annotated[int, Field(ge=0, le=20_000_000)] | None = Field(
        default=None, description="The phase of the traffic that is asked about; by default 0."
    )
    why: Annotated[str, Field(max_length=200)] = Field(
        default="", description="One sentence that is shown with the right answer."
    )


class LessonBlock(Part):
    """A lesson as its file says it; `levels.lessons.reader` checks whether its parts fit the level."""

    lesson: Annotated[Literal[1], BeforeValidator(version)] = Field(
        description="The version of the format: 1."
    )
    name: Annotated[str, Field(min_length=1, max_length=80)] = Field(description="The lesson's title.")
    about: Annotated[str, Field(max_length=400)] = Field(
        default="", description="A sentence or two about the lesson."
    )
    level: Annotated[str, Field(min_length=1, max_length=400)] = Field(
        description="A built-in level's name, or the path of a level file as seen from this file's folder."
    )
    seed: Annotated[int, Field(ge=0, le=2**32 - 1)] = Field(
        default=0, description="The seed of the learner: same seed, same learning."
    )
    steps: Annotated[tuple[StepBlock, ...], Field(min_length=1, max_length=MOST_STEPS, strict=False)] = Field(
        description="The steps, in order."
    )
