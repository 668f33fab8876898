"""Mazes drawn in text, in the conventions that are common: which character is wall, open, start and goal."""

import re
from dataclasses import replace

from levels.board import GOAL, KNOWN_CHARACTERS, START
from levels.checks import MAX_SIDE
from levels.formats.drawing import Sheet, characters_of, read_sheet, refuse_large
from levels.formats.foreign import Foreign, listed

WALLS = "#X1█*%"
"""Characters that are wall; of several in one drawing the first is, the others have to be explained."""
FLOORS = ". 0_"
PAIRS = ("SG", "SE", "SF", "AB", "AG", "AE", "PG", "PE")
"""Letters of start and goal; the first pair of which both are drawn."""
SPACED = re.compile(r"\s*\w([\s,;]+\w)*[\s,;]*")
NUMBERS = re.compile(r"\s*\d+([\s,;]+\d+){1,2}\s*")
SIZE = re.compile(r"\s*(\d{1,4})[\s,x]+(\d{1,4})\s*")
RIVER = set("w0=")
"""Wall, water and a log in boards of GVGAI's game frogs."""
FROGS = RIVER | set("+1234-x_XBAgG. ")


def fits(text: str) -> bool:
    """Whether the text is a drawing with a wall and hardly a letter."""
    chars = characters_of(text)
    return bool(chars & set(WALLS)) and chars <= set(WALLS + FLOORS + "SGEFABPsgex")


def read(data: bytes, name: str) -> Foreign:
    """The maze in a text.

    Raises:
        LevelError: it is no grid, or a character of it is not known.
    """
    sheet = read_sheet(data, name)
    if max(map(len, sheet.rows)) > 4 * MAX_SIDE:  # whatever stands between the cells
        refuse_large(sheet)
    _refuse_others(sheet)
    sheet = _plain(sheet)
    refuse_large(sheet)
    chars = sheet.characters
    if chars <= KNOWN_CHARACTERS and chars & {START, GOAL} and not sheet.legend:
        notes = ["Read as a text maze in the letters of our own level files."]
        return sheet.foreign(list(sheet.rows), notes)
    notes = []
    letters = {char for char in chars if char.isalpha() and char not in sheet.legend}
    if letters and all(char.islower() for char in letters):
        sheet = replace(sheet, rows=tuple(_upper(row, letters) for row in sheet.rows))
        notes.append("Small letters are read as capital ones.")
    meaning = _convention(sheet)
    rows = sheet.drawn(meaning)
    words = {"#": "wall", ".": "open", START: "start", GOAL: "goal"}
    said = [
        f"{'a blank' if char == ' ' else f'“{char}”'} is {words.get(our, f'“{our}” of our map')}"
        for char, our in meaning.items()
    ]
    notes.insert(0, f"Read as a text maze: {listed(said)}.")
    if {"0", "1"} <= set(meaning) - set(sheet.legend):
        notes.append("If 0 is the wall, add the line “legend: 0 = wall, 1 = floor”.")
    if " " in meaning and len(set(map(len, sheet.rows))) > 1:
        notes.append("Rows that are shorter than the longest were filled with blanks.")
    return sheet.foreign(rows, notes)


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
    goal = next((char for char in "GEFB" if char in free), None)
    meaning |= {start: START} if start and not begins else {}
    return meaning | ({goal: GOAL} if goal and not ends else {})


def _refuse_others(sheet: Sheet) -> None:
    """Texts that look like a maze at first sight and are none that can be read."""
    chars = sheet.characters
    if RIVER <= chars <= FROGS and "=" not in sheet.legend:
        row = next(index for index, line in enumerate(sheet.rows) if "=" in line)
        message = (
            "this is a board of GVGAI's frogs: logs that carry the agent (“=”) and logs that come at random "
            "(“1” to “4”) are not supported"
        )
        hint = "a level of ours has water that blocks, and lanes with a timetable"
        raise sheet.error(row, sheet.rows[row].index("="), message, hint)
    if "|" in chars and chars & set("-_+") and not set("|") & set(sheet.legend):
        row = next(index for index, line in enumerate(sheet.rows) if "|" in line)
        message = "walls between cells are not supported: here a wall fills a cell of its own"
        hint = "draw the maze as a grid, one “#” for each cell of wall"
        raise sheet.error(row, sheet.rows[row].index("|"), message, hint)
    listing = sheet.rows[1:] or sheet.rows
    if all(NUMBERS.fullmatch(row) for row in listing) and not chars - {" "} <= set("01,;\t"):
        message = "this is a list of numbers, such as the edges of a graph, and not a grid"
        raise sheet.error(0, 0, message, "a maze is drawn: one character a cell", len(sheet.rows[0]))


def _plain(sheet: Sheet) -> Sheet:
    """The drawing alone: no line that tells its size, separators between cells, or blanks at the margin."""
    size = SIZE.fullmatch(sheet.rows[0])
    if size and 0 < len(sheet.rows) - 1 in {int(size[1]), int(size[2])}:
        sheet = replace(sheet, rows=sheet.rows[1:], lines=sheet.lines[1:], columns=sheet.columns[1:])
    rows = sheet.rows
    if sheet.characters & set("01") and all(SPACED.fullmatch(row) for row in rows):
        rows = tuple(re.sub(r"[\s,;]", "", row) for row in rows)
        lines = sheet.text.split("\n")
        for line, row in zip(sheet.lines, rows, strict=True):
            lines[line] = row  # messages quote the row as it is read: a column is a cell
        return replace(sheet, text="\n".join(lines), rows=rows)
    stripped = tuple(row.strip(" ") for row in rows)
    blank_is_cell = " " in sheet.legend or any(" " in row for row in stripped)
    if blank_is_cell or not set().union(*stripped) & set(FLOORS):
        return sheet
    margins = tuple(len(row) - len(row.lstrip(" ")) for row in rows)
    return replace(sheet, rows=stripped, columns=margins)


def _upper(row: str, letters: set[str]) -> str:
    return row.translate({ord(char): char.upper() for char in letters if len(char.upper()) == 1})
