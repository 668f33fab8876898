"""Layouts of the Pac-Man projects (CS188, .lay): the start is P, the goal is the one dot of food."""

from levels.formats.drawing import Sheet, refuse_large
from levels.formats.foreign import Foreign, counted
from levels.formats.readings import Reading
from levels.model.board import GOAL, START

LAYOUT = {"%": "#", " ": ".", "P": START, "G": ".", "o": ".", ".": "."}
HINT = "a layout has % (wall), P, G, o, dots and blanks; of others say what they are: “legend: {} = floor”"


def fits(sheet: Sheet) -> bool:
    """Whether the walls are % round a P, and there are dots among blanks, or capsules, or one dot alone."""
    chars = sheet.unexplained
    food = {".", " "} <= chars or "o" in chars or (sheet.count(".") == 1 and "G" not in chars)
    return {"%", "P"} <= chars <= set(LAYOUT) and food


def read(sheet: Sheet) -> Foreign:
    """The layout.

    Raises:
        AmbiguousError: G may be a ghost, or the goal of a text maze.
        LevelError: a character has no meaning, or there is not one start, and one dot or a named goal.
    """
    refuse_large(sheet)
    chars = sheet.unexplained
    if chars - set(LAYOUT):
        raise sheet.unknown(chars - set(LAYOUT), HINT)
    if "G" in chars and "o" not in chars and not sheet.format and not sheet.name.lower().endswith(".lay"):
        raise sheet.ambiguous(
            "G",
            "“G” is a ghost if the dots are food, and the goal if the dots are ground",
            (
                Reading("a layout of Pac-Man: G is a ghost", ("format: Pac-Man",)),
                Reading("a text maze: G is the goal", ("format: text maze",)),
            ),
        )
    ghosts, capsules, dots = (sheet.count(char) if char in chars else 0 for char in "Go.")
    others = [counted(ghosts, "ghost")] if ghosts else []
    others += [counted(capsules, "capsule")] if capsules else []
    named = sheet.goal is not None or GOAL in sheet.legend.values()
    if dots != 1 and not named:
        food = [f"{dots:,} dots of food"] if dots else []
        row, col = sheet.first(".") if dots else (0, 0)
        sentence = f"no goal on the board: it has {' and '.join([*food, *others]) or 'no dot of food'}"
        hint = "Pac-Man eats every dot, the agent goes to one place"
        example = f"{row}, {col}" if dots else "1, 2"
        raise sheet.error(row, col, sentence, f"{hint}: name it in a line such as “goal: {example}” (from 0)")
    meaning = {char: ours for char, ours in LAYOUT.items() if char in chars} | sheet.legend
    if dots == 1 and not named:
        meaning["."] = GOAL
    notes = ["Read as a layout of Pac-Man: “%” is wall and “P” the start."]
    if meaning.get(".") == GOAL:
        notes.append("The one dot of food is the goal.")
    elif dots:
        notes.append(f"{counted(dots, 'dot')} of food left out, on open ground.")
    if others:
        notes.append(
            f"{' and '.join(others)} left out, on open ground: moving things here follow a timetable."
        )
    return sheet.foreign(sheet.drawn(meaning), notes, marks=("P", ""))
