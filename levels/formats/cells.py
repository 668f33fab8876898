"""The cells of a drawing, without separators, indentation and a first line with the size.

Separators are commas, semicolons, tabs or blanks, as in tables of numbers; the indentation is that of all
rows. If any of these could also be ground, the file has to say so.
"""

import re
from dataclasses import replace

from levels.formats.drawing import Sheet, refuse_large
from levels.formats.readings import Reading
from levels.formats.sheets import refuse_hidden
from levels.model.board import KNOWN_CHARACTERS
from levels.model.checks import MAX_SIDE

FLOORS = ". 0_"
"""Characters that are open ground in mazes."""
DELIMITERS = {"\t": "Tabs", ";": "Semicolons", ",": "Commas"}
SIZE = re.compile(r"\s*(\d{1,4})[\s,x]+(\d{1,4})\s*")
NUMBERS = re.compile(r"\s*\d+([\s,;]+\d+){1,2}\s*")
NUMBER = re.compile(r"[-+]?\d{1,9}(\.\d*)?([eE][-+]?\d{1,3})?")
DECIMAL = re.compile(r"(?=.*[.eE])[-+]?\d{1,9}(\.\d*)?([eE][-+]?\d{1,3})?|\d")
LAKE = set("SFHG")
FEW = 5
"""Minimum length of a row for a pattern of blanks; in shorter rows blanks are ground."""


def tidied(sheet: Sheet) -> Sheet:
    """The drawing reduced to its cells; each keeps its place in the text where possible.

    Raises:
        AmbiguousError: the separators may be ground.
        LevelError: a row is empty, a cell is hidden or no single character, or this is a list of numbers.
    """
    if max(map(len, sheet.rows)) > 24 * MAX_SIDE:  # any separator
        refuse_large(sheet)
    sheet = _unspaced(_without_size(_without_remarks(sheet)))
    refuse_hidden(sheet)
    sheet = _without_margin(sheet)
    width = max(map(len, sheet.rows))
    for row, line in enumerate(sheet.rows):
        if not line.strip(" ") and len(line) < width:
            raise sheet.error(row, 0, f"row {row + 1} is empty", "delete the line, or draw the row")
    return sheet


def _without_remarks(sheet: Sheet) -> Sheet:
    """A table of numbers without the lines that numpy.savetxt writes above and below it."""
    rows = [row for row in sheet.rows if not row.startswith("# ")]
    if len(rows) in (0, len(sheet.rows)) or not all(_is_table(row) for row in rows):
        return sheet
    return _kept(sheet, [row for row, line in enumerate(sheet.rows) if not line.startswith("# ")])


def _is_table(row: str) -> bool:
    """Whether a row holds numbers alone, several of them, and not single digits without a separator."""
    cells = re.split(r"[\s,;]+", row.strip())
    return len(cells) > 1 and all(NUMBER.fullmatch(cell) for cell in cells)


def _without_size(sheet: Sheet) -> Sheet:
    """The drawing without a first line that gives its size."""
    size = SIZE.fullmatch(sheet.rows[0])
    if not size or len(sheet.rows) == 1:
        return sheet
    sizes, rows = {int(size[1]), int(size[2])}, sheet.rows[1:]
    widths = {
        max(map(len, rows)),
        max(len(row.split()) for row in rows),
        max(row.count(",") + 1 for row in rows),
    }
    if len(rows) in sizes and (sizes - {len(rows)} or sizes) & widths:
        return _kept(sheet, list(range(1, len(sheet.rows))))
    return sheet


def _kept(sheet: Sheet, rows: list[int]) -> Sheet:
    """The drawing with only these rows."""
    return replace(
        sheet,
        rows=tuple(sheet.rows[row] for row in rows),
        lines=tuple(sheet.lines[row] for row in rows),
        columns=tuple(sheet.columns[row] for row in rows),
    )


def _unspaced(sheet: Sheet) -> Sheet:
    """The drawing without separators between its cells, if it has them."""
    listing = [row for row in sheet.rows if row.strip()]
    digits = {char for char in set().union(*listing) if char.isdigit()} - set(sheet.legend)
    if digits - {"0", "1"} and all(NUMBERS.fullmatch(row) for row in listing):
        message = "this is a list of numbers, such as the edges of a graph, not a grid"
        raise sheet.error(0, 0, message, "a maze is drawn: one character a cell", len(sheet.rows[0]))
    for char, word in DELIMITERS.items():
        if char not in sheet.legend and all(char in row for row in listing):
            return _split(sheet, char, word)
    return sheet if " " in sheet.legend else _without_blanks(sheet)


def _split(sheet: Sheet, char: str, word: str) -> Sheet:
    """The drawing without commas, semicolons or tabs between its cells."""
    rows = [[cell.strip(" ") for cell in row.split(char)] for row in sheet.rows]
    if all(cells[-1] == "" for cells in rows):
        rows = [cells[:-1] for cells in rows]
    rows = [[_character(cell) for cell in cells] for cells in rows]
    table = sheet.name.lower().endswith((".csv", ".tsv")) or char in sheet.gaps
    own = not table and sheet.unexplained | {char} <= KNOWN_CHARACTERS
    if own and any(len(cell) != 1 for cells in rows for cell in cells):
        return sheet  # a comma is pavement here, as in our own levels
    for row, cells in enumerate(rows):
        wrong = next((col for col, cell in enumerate(cells) if len(cell) > 1), None)
        if wrong is not None:
            message = f"“{cells[wrong][:20]}” in row {row + 1}, column {wrong + 1} is not a cell"
            hint = "a cell is one character: 0 is free and 1 is wall, for example"
            raise sheet.error(row, sheet.rows[row].find(cells[wrong]), message, hint, len(cells[wrong]))
    cells = ["".join(cell or " " for cell in cells) for cells in rows]
    if own and not _closed(cells):
        raise sheet.ambiguous(
            char,
            "there are commas between the letters: are they pavement, or separators?",
            (
                Reading("they separate the cells", (f"legend: {char} = gap",)),
                Reading("they are pavement", (f"legend: {char} = pavement",)),
            ),
        )
    return _squeezed(sheet, cells, f"{word} between the cells are ignored.")


def _without_blanks(sheet: Sheet) -> Sheet:
    """The drawing without single blanks between its cells, if these can't be ground."""
    filled = [row.split() for row in sheet.rows if row.strip()]
    note = "Blanks between the cells are ignored."
    if any(len(cell) > 1 for cells in filled for cell in cells):
        if not all(len(cells) > 1 and all(map(DECIMAL.fullmatch, cells)) for cells in filled):
            return sheet
        return _split(replace(sheet, rows=tuple(" ".join(row.split()) for row in sheet.rows)), " ", "Blanks")
    if "0" in sheet.characters:
        spaced = all(len(cells) > 1 for cells in filled)
        return _squeezed(sheet, ["".join(row.split()) for row in sheet.rows], note) if spaced else sheet
    margin = min(len(row) - len(row.lstrip(" ")) for row in sheet.rows if row.strip())
    rows = [row[margin:].rstrip(" ") for row in sheet.rows]
    width = max(map(len, rows))
    pattern = width >= 3 and all(len(row) % 2 and not row[1::2].strip(" ") for row in rows if row)
    if not pattern:
        return sheet
    cells = [row[::2].ljust((width + 1) // 2) for row in rows]
    used = set().union(*cells)
    full = " " not in used
    floor = bool(used & (set(FLOORS) - {" "})) or ("F" in used and used <= LAKE)
    if " " in sheet.gaps or _closed(cells) or (full and floor and width >= FEW):
        return _squeezed(sheet, cells, note)
    if (width >= FEW and len(rows) > 1) or (full and floor):
        raise sheet.ambiguous(
            " ",
            "there are blanks between the letters: are they ground, or separators?",
            (
                Reading("they separate the cells", ("legend: blank = gap",)),
                Reading("they are ground", ("legend: blank = floor",)),
            ),
        )
    return sheet


def _closed(rows: list[str]) -> bool:
    """Whether one character encloses the cells, so that it can only be a wall."""
    edge = {*rows[0], *rows[-1], *(row[:1] for row in rows), *(row[-1:] for row in rows)}
    same = len(set(map(len, rows))) == 1 and len(edge) == 1 and edge != {" "}
    return same and len(rows) > 2 and len(rows[0]) > 2


def _character(cell: str) -> str:
    """The character of a cell of a table: without quotation marks, a whole number as its digit."""
    if len(cell) == 3 and cell[0] == cell[2] and cell[0] in "\"'":
        return cell[1]
    if DECIMAL.fullmatch(cell):
        value = float(cell)
        return str(int(value)) if value in range(10) else cell
    return cell


def _squeezed(sheet: Sheet, rows: list[str], note: str) -> Sheet:
    """The drawing of these rows; messages quote a row as it is read, so that a column is a cell."""
    lines = sheet.text.split("\n")
    for line, row in zip(sheet.lines, rows, strict=True):
        lines[line] = row
    return replace(
        sheet,
        text="\n".join(lines),
        rows=tuple(rows),
        columns=(0,) * len(rows),
        notes=(*sheet.notes, note),
    )


def _without_margin(sheet: Sheet) -> Sheet:
    """The drawing without the indentation of all its rows, and without blanks at their ends."""
    if " " in sheet.legend:
        return sheet
    drawn = [row for row in sheet.rows if row.strip(" ")]
    if not drawn:
        raise sheet.error(0, 0, "all cells of the board are blank", "draw one row a line, for example S..G")
    margin = min(len(row) - len(row.lstrip(" ")) for row in drawn)
    inside = any(" " in row[margin:].rstrip(" ") for row in drawn)
    if not inside:
        rows = tuple(row[margin:].rstrip(" ") for row in sheet.rows)
        return replace(sheet, rows=rows, columns=tuple(margin for _ in rows))
    if not margin:
        return sheet
    if len({row[margin] for row in drawn}) > 1 or sheet.start or sheet.goal:
        row = sheet.rows.index(drawn[0])
        message = f"all rows begin with {margin} blank{'s' if margin > 1 else ''}, and blanks are ground here"
        hint = "delete them, or add the line “legend: blank = floor” if they are ground as well"
        raise sheet.error(row, 0, message, hint, margin)
    rows = tuple(row[margin:] for row in sheet.rows)
    return replace(sheet, rows=rows, columns=(margin,) * len(rows))
