"""Lesson: a level and steps that point at something, ask for something to be done, or ask a question."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path

from levels.files.problems import Fault, LevelError
from levels.files.strict_yaml import Document
from levels.model.board import Cell
from levels.text.reader import LevelFile, faulty


class Target(StrEnum):
    """What a step can point at; a test of the game maps each to a widget or cells of the watch page."""

    BOARD = "board"
    AGENT = "agent"
    START = "start"
    GOAL = "goal"
    PLAYER_BAR = "player_bar"
    PLAY = "play"
    STEP = "step"
    RANDOM_MOVES = "random_moves"
    TIMELINE = "timeline"
    LEARNING = "learning"
    STATUS = "status"
    CRASHES = "crashes"
    STEPS_FIGURE = "steps_figure"
    CHART = "chart"
    LEARN = "learn"
    MOVES = "moves"
    VALUES = "values"
    POLICY = "policy"
    SAFETY = "safety"
    SVM = "svm"
    DETAILS = "details"
    CERTIFICATE = "certificate"
    PLAY_LEVEL = "play_level"
    RACE = "race"


class Deed(StrEnum):
    """What a step can wait for; a test of the game holds that each can be done on the watch page."""

    LEARNED = "learned"
    """Learning has converged."""
    CROSSED = "crossed"
    """A replay has reached a goal."""
    PAUSED = "paused"
    STEPPED = "stepped"
    """One move was shown by Step."""
    RANDOM_MOVES = "random_moves"
    """Random moves (ε-greedy) are shown."""
    VALUES = "values"
    POLICY = "policy"
    SAFETY = "safety"
    SVM = "svm"
    """The overlay of that name is on."""
    REFUSAL = "refusal"
    """A refused move is explained."""
    TRAP = "trap"
    """A trap is explained."""
    DETAILS = "details"
    """The Details cards are shown."""
    CELL = "cell"
    """A cell is selected."""


class Asked(StrEnum):
    """What a question asks about a state; the level's tables answer it."""

    STEPS = "steps"
    """How many steps does the shortest safe path to a goal take?"""
    CRASHES = "crashes"
    """Which of these moves crashes at once?"""
    TRAPS = "traps"
    """Which of these moves leads into a trap (a doomed state)?"""
    REFUSED = "refused"
    """Which of these moves is refused, for whatever reason?"""
    BEST = "best"
    """Which of these moves is the first of a shortest safe path?"""
    RETURN = "return"
    """What do the rewards of the shortest safe path add up to?"""
    PERIOD = "period"
    """After how many ticks does the traffic repeat?"""
    VIABLE = "viable"
    """From how many states can one stay safe forever?"""
    DOOMED = "doomed"
    """How many states are traps?"""


@dataclass(frozen=True)
class Question:
    """A question whose right answers are computed, never written down.

    Attributes:
        cell, phase: the state asked about; a start at phase 0 unless the file says otherwise.
    """

    asked: Asked
    cell: Cell
    phase: int


@dataclass(frozen=True)
class Step:
    """One step of a lesson.

    Attributes:
        say: one or two sentences.
        point: what is in the light: a target, a cell, or None for the whole page.
        do: what the learner of the lesson does before it goes on.
        question: what is asked.
        why: one sentence that is shown with the right answer; "" for none.
    """

    say: str
    point: Target | Cell | None = None
    do: Deed | None = None
    question: Question | None = None
    why: str = ""


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson, read from a file.

    Attributes:
        file: the lesson's file.
        level: the level it is about, read from `level_path`.
        seed: seed of the learner.
        text, document: the file's text and the place of each of its values.
    """

    name: str
    about: str
    file: Path
    level_path: Path
    level: LevelFile
    steps: tuple[Step, ...]
    seed: int = 0
    text: str = ""
    document: Document = field(default_factory=Document)

    def error(self, faults: Iterable[Fault]) -> LevelError:
        """The faults as problems of the lesson's file."""
        return faulty(str(self.file), self.text, self.document, faults)
