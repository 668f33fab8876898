"""Boards of AI Safety Gridworlds and of pycolab; a legend explains letters that differ by game."""

from levels.board import GOAL, START
from levels.formats.drawing import characters_of, read_sheet, refuse_large
from levels.formats.foreign import Foreign, listed

FIXED = {"#": "#", " ": ".", ".": ".", "~": "~", "W": "~", "G": "G"}
LAVA = {"L": {"look": "lava", "blocks": True}}
NAMED = {
    "#": "“#” is wall",
    "W": "“W” is water, which the agent never enters",
    "L": "“L” is lava, which the agent never enters",
    "A": "“A” is the start",
    "P": "“P” is the start",
    "G": "“G” is the goal",
}
MAZE_LETTERS = ({"A", "B"}, {"A", "E"}, {"P", "E"}, {"S"})
"""Letters of boards that are text mazes although an agent's letter stands on them."""
REWARDS = {"step": -1.0, "goal": 50.0}


def fits(text: str) -> bool:
    """Whether the text is drawn in blanks, points, walls and capital letters, with an agent A or P."""
    chars = characters_of(text)
    letters = {char for char in chars if char.isascii() and char.isalpha() and char.isupper()}
    return (
        bool(letters & {"A", "P"})
        and "S" not in letters
        and letters not in MAZE_LETTERS
        and chars - letters <= {"#", " ", ".", "~"}
        and bool(chars - letters)
    )


def read(data: bytes, name: str) -> Foreign:
    """The board in a text.

    Raises:
        LevelError: a sign of it has no meaning, or it has not one agent and a goal.
    """
    sheet = read_sheet(data, name)
    refuse_large(sheet)
    chars = sheet.characters
    meaning = FIXED | ({"L": "L"} if "L" in chars else {}) | sheet.legend
    agent = next((char for char in "AP" if char in chars and char not in sheet.legend), None)
    if agent and START not in sheet.legend.values() and sheet.start is None:
        meaning[agent] = START
    own = [said for char, said in NAMED.items() if char in chars and char not in sheet.legend]
    notes = [f"Read as a gridworld board: {listed(own)}." if own else "Read as a gridworld board."]
    unknown = sorted(char for char in chars - set(meaning) if char.isascii() and char.isupper())
    if unknown:
        told = listed([f"“{char}” {sheet.place(char)}" for char in unknown])
        example = ", ".join(f"{char} = wall" for char in unknown[:2])
        notes.append(
            f"Unknown here and read as open ground: {told}. If that is wrong, add “legend: {example}”."
        )
        meaning |= dict.fromkeys(unknown, ".")
    rows = sheet.drawn(meaning)
    rest = {"legend": LAVA} if meaning.get("L") == "L" else {}
    if agent == "A" and any(GOAL in row for row in rows):
        notes.append("Rewards as in AI Safety Gridworlds: −1 a step, +50 at the goal.")
        return sheet.foreign(rows, notes, rewards=REWARDS, **rest)
    return sheet.foreign(rows, notes, **rest)
