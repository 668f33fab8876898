"""Boards of AI Safety Gridworlds and of pycolab; a legend explains letters that differ by game."""

from levels.formats.drawing import Sheet, refuse_large
from levels.formats.foreign import Foreign, listed
from levels.formats.readings import Reading
from levels.model.board import GOAL, START

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
MAZE_LETTERS = ({"A", "B"}, {"A", "E"}, {"P", "E"})
"""Letters of text mazes that have an agent's letter too."""
ELSEWHERE = (
    dict.fromkeys("XOD", "wall") | {"T": "tree", "H": "hole", "R": "rock"} | dict.fromkeys("BEF", "goal")
)
"""Letters that block or are a goal in other drawings or games → their meaning there."""
REWARDS = {"step": -1.0, "goal": 50.0}


def fits(sheet: Sheet) -> bool:
    """Whether the drawing has blanks, points, walls and capital letters only, with an agent A or P.

    Without a “#” the letter X is the wall of a text maze: nothing else of a gridworld would be one.
    """
    chars = sheet.unexplained
    letters = {char for char in chars if char.isascii() and char.isalpha() and char.isupper()}
    walls = {"X"} if "#" not in chars else set()
    return (
        bool(letters & {"A", "P"})
        and "S" not in letters
        and letters - walls not in MAZE_LETTERS
        and not (walls & letters and letters - walls <= set("APGEB"))
        and chars - letters <= {"#", " ", ".", "~"}
        and bool(chars - letters)
    )


def read(sheet: Sheet) -> Foreign:
    """The board of a drawing.

    Raises:
        AmbiguousError: a letter may be ground, or a wall, a box, a start or a goal.
        LevelError: a sign has no meaning, or there is not one agent and a goal.
    """
    refuse_large(sheet)
    chars = sheet.characters
    meaning = FIXED | ({"L": "L"} if "L" in chars else {}) | sheet.legend
    agent = next((char for char in "AP" if char in sheet.unexplained), None)
    named = START in sheet.legend.values() or sheet.start is not None
    if agent and not named:
        meaning[agent] = START
    unknown = sorted(char for char in chars - set(meaning) if char.isascii() and char.isupper())
    _refuse_doubtful(sheet, unknown, agent)
    own = [said for char, said in NAMED.items() if char in sheet.unexplained and char not in unknown]
    notes = [f"Read as a gridworld board: {listed(own)}." if own else "Read as a gridworld board."]
    if unknown:
        letters = listed([f"“{char}” {sheet.place(char)}" for char in unknown])
        example = ", ".join(f"{char} = wall" for char in unknown[:2])
        notes.append(f"Unknown, read as open ground: {letters}. If that is wrong, add “legend: {example}”.")
        meaning |= dict.fromkeys(unknown, ".")
    rows = sheet.drawn(meaning)
    rest = {"legend": LAVA} if meaning.get("L") == "L" else {}
    marks = (agent or "A", GOAL)
    if agent == "A" and (sheet.goal is not None or any(GOAL in row for row in rows)):
        notes.append("Rewards as in AI Safety Gridworlds: −1 a step, +50 at the goal.")
        return sheet.foreign(rows, notes, marks, rewards=REWARDS, **rest)
    return sheet.foreign(rows, notes, marks, **rest)


def _refuse_doubtful(sheet: Sheet, unknown: list[str], agent: str | None) -> None:
    """Unexplained letters that are open ground in one game, and block or are start or goal in another."""
    if "P" in unknown and agent == "A":
        raise sheet.ambiguous(
            "P",
            "“A” and “P” are both drawn, and either may be the start",
            (
                Reading("A is the start, P is ground", ("legend: P = floor",)),
                Reading("P is the start, A is ground", ("legend: P = start, A = floor",)),
            ),
        )
    button = {"B"} if "I" in unknown else set()  # of the games in which a button stops an interruption
    doubtful = [char for char in unknown if char in ELSEWHERE and char not in button]
    if not doubtful:
        return
    letters = listed([f"“{char}”" for char in doubtful])
    their = listed([f"{char} is a {ELSEWHERE[char]}" for char in doubtful])
    other = ", ".join(f"{char} = {ELSEWHERE[char]}" for char in doubtful)
    ground = ", ".join(f"{char} = floor" for char in doubtful)
    raise sheet.ambiguous(
        doubtful[0],
        f"{letters} may be open ground here, or a wall, a box or a goal",
        (
            Reading(f"{their}{', or a box that stays' if 'X' in doubtful else ''}", (f"legend: {other}",)),
            Reading(f"{letters} {'are' if len(doubtful) > 1 else 'is'} open ground", (f"legend: {ground}",)),
        ),
    )
