"""The settings of a level as a whole: their values in its text, and the text with one of them changed.

They are read from the text itself, not from its analysis, which may be a moment late. No pygame.
"""

from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel

from levels.model.board import KNOWN_CHARACTERS, Action
from levels.model.level import Learning, Level, Rewards
from levels.text.editing import (
    EditError,
    painted,
    rows_of,
    value_of,
    with_letter,
    with_setting,
    with_value,
    without_letter,
)

LETTERS = "abcdefghijklmnopqrstuvwxyz"
"""Characters that a level's own things are given, the first free one each."""
BLOCKS: dict[str, type[BaseModel]] = {"": Level, "rewards": Rewards, "learning": Learning}
"""The blocks of a file that have settings."""
NEW_LETTER: dict[str, Any] = {"look": "crate", "blocks": True}
"""What a new letter means at first."""


@dataclass(frozen=True)
class Setting:
    """A setting of the level: a number on a ladder of values, or one of several words.

    Attributes:
        block: of the file; "" for a key of the level's own.
        key: in that block.
        label: what it is called on the card.
        help: a sentence for its tooltip.
        values: numbers that its buttons go through, or the words to select from.
        names: of the words, as the card has them; empty for numbers.
        sign: before the label, as the paper has it.
    """

    block: str
    key: str
    label: str
    help: str
    values: tuple[Any, ...]
    names: tuple[str, ...] = ()
    sign: str = ""

    @property
    def name(self) -> str:
        """Its label with its sign."""
        return f"{self.sign} {self.label}".lstrip()

    @property
    def default(self) -> Any:
        """The value of a level that says nothing of it."""
        return BLOCKS[self.block].model_fields[self.key].default


EPSILON = Setting(
    "learning",
    "epsilon",
    "random moves",
    "ε: the share of random moves in the first practice run",
    (0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1),
    sign="ε",
)
RATE = Setting(
    "learning",
    "learning_rate",
    "learning rate",
    "β: how much of the difference one practice move teaches",
    (0.01, 0.02, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1),
    sign="β",
)
DISCOUNT = Setting(
    "learning",
    "discount",
    "foresight",
    "γ: how much of a later reward counts now; 1 for all of it",
    (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1),
    sign="γ",
)
WALLS = Setting(
    "",
    "walls",
    "Into a wall",
    "A move into a wall or off the board is not allowed, or the hen stays where it is",
    ("forbidden", "stay"),
    ("not allowed", "it stays"),
)
SAFETY = Setting(
    "",
    "safety",
    "Looks ahead",
    "To the end: it never enters a trap. One step: as published, it may run into traps",
    ("viable", "one_step"),
    ("to the end", "one step"),
)
STEP_REWARD = Setting(
    "rewards", "step", "Each step", "Reward of every step", (-100, -50, -20, -10, -5, -2, -1, -0.5, -0.1)
)
GOAL_REWARD = Setting(
    "rewards",
    "goal",
    "The goal",
    "Reward for arriving at a goal, beside the step's",
    (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000),
)
DECAY = Setting(
    "learning",
    "epsilon_decay",
    "ε fades by",
    "Factor on the share of random moves after each practice run",
    (0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1),
)
FLOOR = Setting(
    "learning",
    "epsilon_floor",
    "ε at least",
    "The share of random moves never fades below this",
    (0, 0.01, 0.02, 0.05, 0.1, 0.2),
)
THRESHOLD = Setting(
    "learning",
    "threshold",
    "Learned below",
    "It has learned once a practice run changes less than this, Σ|ΔQ|",
    (0.000001, 0.00001, 0.0001, 0.001, 0.01, 0.1, 1),
)
LIMIT = Setting(
    "learning",
    "episode_limit",
    "Steps in a run",
    "A practice run is cut off after so many steps",
    (50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 1_000_000),
)
STOPPING = Setting(
    "learning",
    "stopping_rule",
    "Learned when",
    "The path from every start is settled too, or, as published, a practice run changes little",
    ("settled", "published"),
    ("paths settled", "as published"),
)
PHASES = Setting(
    "learning",
    "start_phases",
    "Runs start at",
    "Every practice run starts at step 0 of the traffic, or each at a random one",
    ("zero", "all"),
    ("step 0", "any step"),
)
CELLS = Setting(
    "learning",
    "start_cells",
    "Runs start on",
    "Every practice run starts at a start of the map, or each on any cell with a safe path to the goal",
    ("level", "all"),
    ("the start", "any cell"),
)


def value(text: str, setting: Setting) -> Any:
    """The setting's value in a text; its default where the text has none.

    Raises:
        EditError: the text holds no mapping.
    """
    within = value_of(text, setting.block) if setting.block else {setting.key: value_of(text, setting.key)}
    said = within.get(setting.key) if isinstance(within, dict) else None
    return setting.default if said is None else said


def with_value_of(text: str, setting: Setting, said: Any) -> str:
    """The text with the setting set.

    Raises:
        EditError: the text can't be changed so.
    """
    if setting.block:
        return with_setting(text, setting.block, setting.key, said)
    return with_value(text, setting.key, said)


def stepped(text: str, setting: Setting, direction: int) -> str:
    """The text with a number set to the next value of its ladder, up (1) or down (−1), if there is one.

    Raises:
        EditError: the text can't be changed so.
    """
    now = value(text, setting)
    if not isinstance(now, int | float) or isinstance(now, bool):
        raise EditError(f"{setting.key} is not a number in this text")
    beyond = [step for step in setting.values if (step > now if direction > 0 else step < now)]
    if not beyond:
        return text
    return with_value_of(text, setting, min(beyond) if direction > 0 else max(beyond))


def waits(text: str) -> bool:
    """Whether the agent may wait.

    Raises:
        EditError: the text holds no mapping.
    """
    return "wait" in _actions(text)


def with_waiting(text: str, *, allowed: bool) -> str:
    """The text in which the agent may wait, or not.

    Raises:
        EditError: the text holds no mapping.
    """
    moves = [action for action in _actions(text) if action != "wait"]
    return with_value(text, "actions", [*moves, "wait"] if allowed else moves)


def _actions(text: str) -> list[Any]:
    said = value_of(text, "actions")
    return said if isinstance(said, list) and said else [action.name.lower() for action in Action][:-1]


def letters(text: str) -> dict[str, dict[str, Any]]:
    """The level's own characters with what they mean, in the text's order; those with mistakes left out.

    Raises:
        EditError: the text holds no mapping.
    """
    legend = value_of(text, "legend")
    return {
        char: NEW_LETTER | said
        for char, said in (legend.items() if isinstance(legend, dict) else ())
        if isinstance(char, str) and len(char) == 1 and isinstance(said, dict)
    }


def with_new_letter(text: str) -> tuple[str, str]:
    """The text with a letter more that nothing has yet, and the letter.

    Raises:
        EditError: the text holds no map, or all letters are taken.
    """
    taken = {*letters(text), *"".join(rows_of(text)), *KNOWN_CHARACTERS}
    free = next((char for char in LETTERS if char not in taken), None)
    if free is None:
        raise EditError("all letters from a to z are taken")
    return with_letter(text, free, NEW_LETTER["look"], blocks=True), free


def without_own(text: str, char: str, ground: str = ".") -> str:
    """The text without one of its letters; its cells become ground.

    Raises:
        EditError: the text holds no map, or no such letter.
    """
    cells = {
        (row, col): ground
        for row, line in enumerate(rows_of(text))
        for col, sign in enumerate(line)
        if sign == char
    }
    return without_letter(painted(text, cells) if cells else text, char)
