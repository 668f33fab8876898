"""Mazes drawn in text, in the conventions that are common: which character is wall, open, start and goal."""

from levels.formats.cells import FLOORS
from levels.formats.drawing import Sheet, refuse_large, small_letters_read
from levels.formats.foreign import Foreign, listed
from levels.formats.readings import Reading
from levels.model.board import GOAL, GROUNDS, KNOWN_CHARACTERS, OBJECTS, START

WALLS = "#X1█*%"
"""Characters of walls. Of several in a drawing the first is the wall; the others must be explained."""
PAIRS = ("SG", "SE", "SF", "AB", "AG", "AE", "PG", "PE")
"""Letters of start and goal; the first pair in the drawing counts."""
RIVER = set("w0=")
"""Wall, water and a log in boards of GVGAI's game frogs."""
FROGS = RIVER | set("+1234-x_XBAgG. ")
WAYS = set("=-,")
"""Our own ground characters of paths; drawn all round a board they look like a wall."""


def fits(sheet: Sheet) -> bool:
    """Whether the drawing has a wall and few letters."""
    chars = sheet.characters
    return bool(chars & set(WALLS)) and chars <= set(WALLS + FLOORS + "SGEFABPsgefabpx") | set(sheet.legend)


def read(sheet: Sheet) -> Foreign:
    """The maze of a drawing.

    Raises:
        AmbiguousError: a character may be wall or ground.
        LevelError: it is no grid, or has an unknown character.
    """
    _refuse_others(sheet)
    refuse_large(sheet)
    if sheet.unexplained <= KNOWN_CHARACTERS and sheet.unexplained & {START, GOAL}:
        return _ours(sheet)
    small = sheet
    sheet = small_letters_read(sheet)
    _refuse_two_grounds(sheet)
    meaning = _convention(sheet)
    words = {"#": "wall", ".": "open", START: "start", GOAL: "goal"}
    said = [
        f"{'a blank' if char == ' ' else f'“{char}”'} is {words.get(our, f'“{our}” of our map')}"
        for char, our in meaning.items()
    ]
    missing = [word for word, our in (("start", START), ("goal", GOAL)) if our not in meaning.values()]
    kinds = [*missing, "wall", "floor", "water"]
    hint = f"define it on a line of its own: “legend: {{}} = {kinds[0]}”, or {', '.join(kinds[1:])}"
    rows = sheet.drawn(meaning, hint)
    notes = [f"Read as a text maze: {listed(said)}."]
    if {"0", "1"} <= set(meaning) - set(sheet.legend):
        notes.append("If 0 is the wall, add the line “legend: 0 = wall, 1 = floor”.")
    if " " in meaning and len(set(map(len, sheet.rows))) > 1:
        notes.append("Short rows were filled with blanks.")
    return sheet.foreign(rows, notes, _marks(meaning, small=small is not sheet))


def _ours(sheet: Sheet) -> Foreign:
    """The board of a drawing in the letters of our own level files."""
    _refuse_framed(sheet)
    names = GROUNDS | OBJECTS
    used = [f"“{char}” is {names[char]}" for char in sorted(sheet.unexplained & set(names) - {"."})]
    words = f": {listed(used)}" if used else ""
    notes = [f"Read as a text maze in our own letters{words}."]
    return sheet.foreign(sheet.drawn({char: char for char in sheet.unexplained} | sheet.legend), notes)


def _convention(sheet: Sheet) -> dict[str, str]:
    """Each character of the drawing that is understood → the character of our map."""
    chars = sheet.characters
    meaning = {char: our for char, our in sheet.legend.items() if char in chars}
    walls = [char for char in WALLS if char in chars and char not in meaning]
    meaning |= dict.fromkeys(walls[:1], "#")
    meaning |= dict.fromkeys((char for char in FLOORS if char in chars and char not in meaning), ".")
    free = chars - set(meaning)
    begins = START in sheet.legend.values() or sheet.start is not None
    ends = GOAL in sheet.legend.values() or sheet.goal is not None
    pair = next((pair for pair in PAIRS if set(pair) <= free), None)
    if pair and not begins and not ends:
        return meaning | {pair[0]: START, pair[1]: GOAL}
    start = next((char for char in "SAP" if char in free), None)
    goal = next((char for char in "GEF" if char in free), None)
    meaning |= {start: START} if start and not begins else {}
    return meaning | ({goal: GOAL} if goal and not ends else {})


def _marks(meaning: dict[str, str], *, small: bool) -> tuple[str, str]:
    """The signs of start and goal: those of the drawing, otherwise S and G."""
    start = next((char for char, our in meaning.items() if our == START), "S")
    goal = next((char for char, our in meaning.items() if our == GOAL), "G")
    return (start.lower(), goal.lower()) if small else (start, goal)


def _refuse_two_grounds(sheet: Sheet) -> None:
    """Refuses two kinds of ground of which one may be the wall."""
    grounds = [char for char in FLOORS if char in sheet.unexplained]
    signs = [char for char in grounds if char != " "]
    walls = set(WALLS) & sheet.unexplained or set(OBJECTS) & set(sheet.legend.values())
    doubtful = signs[1:] or ([" "] if " " in grounds and signs and not walls else [])
    if not doubtful:
        return
    names = ["blank" if char == " " else char for char in doubtful]
    words = "a blank" if doubtful == [" "] else " and ".join(f"“{char}”" for char in doubtful)
    are = "are" if len(doubtful) > 1 else "is"
    raise sheet.ambiguous(
        doubtful[0],
        f"{words} may be wall or ground, next to “{signs[0]}”",
        (
            Reading(f"{words} {are} wall", (f"legend: {', '.join(f'{name} = wall' for name in names)}",)),
            Reading(f"{words} {are} ground", (f"legend: {', '.join(f'{name} = floor' for name in names)}",)),
        ),
    )


def _refuse_framed(sheet: Sheet) -> None:
    """Refuses a frame of roads, rails or pavement around a board in our own letters: it may mean a wall."""
    rows = sheet.rows
    edge = {*rows[0], *rows[-1], *(row[:1] for row in rows), *(row[-1:] for row in rows)}
    if len(edge) == 1 and edge <= WAYS & sheet.unexplained and min(len(rows), len(rows[0])) > 2:
        char = edge.pop()
        raise sheet.ambiguous(
            char,
            f"the frame of “{char}” may be a wall, or {GROUNDS[char]} as in our own level files",
            (
                Reading(f"“{char}” is wall", (f"legend: {char} = wall",)),
                Reading(f"“{char}” is {GROUNDS[char]}", (f"legend: {char} = {GROUNDS[char]}",)),
            ),
        )


def _refuse_others(sheet: Sheet) -> None:
    """Refuses texts that look like a maze but are something else."""
    chars = sheet.characters
    if RIVER <= chars <= FROGS and "=" not in sheet.legend:
        message = (
            "this is a board of GVGAI's frogs: logs that come at random (“1” to “4”) are not supported, "
            "every log here keeps to a timetable"
        )
        hint = "draw the water as “~” in a level of your own; a lane with “carries: true” is a log on it"
        raise sheet.error(*sheet.first("="), message, hint)
    if "|" in chars and chars & set("-_+") and not set("|") & set(sheet.legend):
        message = "walls between cells are not supported: here a wall fills a cell of its own"
        hint = "draw the maze as a grid, one “#” for each cell of wall"
        raise sheet.error(*sheet.first("|"), message, hint)
    if "w" in sheet.unexplained and set(sheet.rows[0]) == {"w"}:
        message = (
            "this looks like a board of GVGAI or Griddly: the game's own file says what its letters mean"
        )
        letters = [char for char in sorted(sheet.unexplained) if char.isalpha() and char != "w"]
        said = ["w = wall", *(f"{char} = {_guess(char)}" for char in letters)]
        hint = f"say so on a line of its own, for example “legend: {', '.join(said)}”"
        raise sheet.error(0, 0, message, hint, len(sheet.rows[0]))


def _guess(char: str) -> str:
    return "start" if char == "A" else "goal" if char in "gG" else "floor"
