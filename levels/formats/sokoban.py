"""Sokoban boards (.xsb) as wall maps: nothing can be pushed here, so boxes block."""

import re
from dataclasses import replace

from levels.files.strict_yaml import SIZE_HINT
from levels.formats.drawing import Sheet, refuse_large
from levels.formats.foreign import Foreign, counted
from levels.formats.readings import Reading
from levels.formats.sheets import refuse_hidden
from levels.model.checks import MAX_SIDE

BOARD = {"#": "#", "@": "S", "+": "S", "$": "$", "*": "$", ".": "G", " ": ".", "-": ".", "_": "."}
CRATE = {"$": {"look": "crate", "blocks": True}}
MAX_LINE = 100_000
SIGNS = {*BOARD, *"0123456789|"}
SIGNIFICANT = set("@+$*.")
REMARK = re.compile(r"\s*(;|'|::|(Title|Author|Level|Maze|Set|Collection|Comment|Date)\b)", re.IGNORECASE)
"""Beginnings of lines in a collection that are not rows of a board."""
RUN = re.compile(r"([0-9]+)([^0-9])")


def fits(sheet: Sheet) -> bool:
    """Whether a board of Sokoban is drawn, with a player and a box, alone or among titles and remarks.

    A single board of a text file with more points than boxes is recognised in `read`.
    """
    if SIGNIFICANT & set(sheet.legend):
        return False
    drawn = [row for row in sheet.rows if row.strip()]
    boards = [row for row in drawn if _is_row(row)]
    chars = set().union(*boards)
    whole = "#" in chars and bool(chars & set("@+")) and bool(chars & set("$*"))
    return whole and (len(boards) == len(drawn) or any(map(REMARK.match, drawn)))


def read(sheet: Sheet) -> Foreign:
    """One board of a file of boards: the first, or the one that a line such as “level: 2” names.

    Raises:
        AmbiguousError: the points may be open ground.
        LevelError: there is no such board, or not one player and a goal on it.
    """
    boards = _boards(sheet)
    if not boards:
        hint = "its rows are drawn in # @ $ . + * and blanks"
        raise sheet.error(0, 0, "this file has no Sokoban board", hint)
    if sheet.level > len(boards):
        message = f"the file holds {counted(len(boards), 'board')}, so there is no level {sheet.level}"
        raise sheet.error(0, 0, message, "choose another")
    number = max(1, sheet.level)
    board = _unfolded(boards[number - 1])
    refuse_large(board)
    counts = {char: sum(row.count(char) for row in board.rows) for char in "@+$*."}
    players, boxes = counts["@"] + counts["+"], counts["$"] + counts["*"]
    goals = counts["."] + counts["+"] + counts["*"]
    contents = f"{counted(players, 'player')}, {counted(boxes, 'box', 'boxes')} and {counted(goals, 'goal')}"
    if players != 1:
        raise board.error(0, 0, f"the board has {contents}", "a board has one player, “@”, or “+” on a goal")
    if counts["."] > counts["$"] and not sheet.format and not sheet.name.lower().endswith((".xsb", ".sok")):
        _refuse_points(board)
    notes = [f"Read as a Sokoban board with {contents}: only its walls and places are used."]
    if boxes:
        notes.append("Nothing can be pushed here: boxes become crates that block.")
    if goals > 1:
        notes.append("Reaching any goal ends the episode.")
    taken = counts["+"] + counts["*"]
    if taken:
        notes.append(f"{counted(taken, 'goal')} under the player or a box left out.")
    if len(boards) > 1:
        other = 2 if number == 1 else 1
        notes.append(
            f"This is level {number} of {len(boards)} in the file; a line “level: {other}” chooses another."
        )
    rows = board.drawn(BOARD | sheet.legend)
    rest = {"legend": CRATE} if any("$" in row for row in rows) else {}
    return board.foreign(_walled(rows), notes, ("@", "."), **rest)


def _refuse_points(board: Sheet) -> None:
    """Refuses a board with more points than boxes: Sokoban has a box per goal; elsewhere dots are ground."""
    raise board.ambiguous(
        ".",
        "the board has more dots than boxes: they may be goals, as in Sokoban, or open ground",
        (
            Reading("a Sokoban board: dots are goals", ("format: Sokoban",)),
            Reading("dots are ground, and $ is the goal", ("legend: @ = start, $ = goal, . = floor",)),
        ),
    )


def _is_row(row: str) -> bool:
    """Whether a line is a row of a board."""
    return "#" in row and set(row) <= SIGNS and not row.rstrip()[-1].isdigit()


def _boards(sheet: Sheet) -> list[Sheet]:
    """The boards of a file: runs of rows with a wall; all else is titles and remarks.

    Raises:
        LevelError: a line that begins and ends with a wall has a sign that no board has.
    """
    boards: list[list[int]] = [[]]
    for index, row in enumerate(sheet.rows):
        bare = row.strip()
        if _is_row(row):
            boards[-1].append(index)
        elif len(bare) > 2 and bare[0] == bare[-1] == "#":
            line = replace(sheet, rows=(row,), lines=sheet.lines[index:][:1], columns=(0,))
            refuse_hidden(line)
            if line.unexplained - SIGNS:
                raise line.unknown(line.unexplained - SIGNS)
            boards[-1].append(index)
        elif boards[-1]:
            boards.append([])
    return [
        replace(
            sheet,
            rows=tuple(sheet.rows[index].rstrip() for index in board),
            lines=tuple(sheet.lines[index] for index in board),
            columns=(0,) * len(board),
        )
        for board in boards
        if board
    ]


def _unfolded(sheet: Sheet) -> Sheet:
    """The board with runs such as 7# written out and “|” as the end of a row; messages then quote it so."""
    if not sheet.characters & set("0123456789|"):
        return sheet
    rows: list[str] = []
    for index, line in enumerate(sheet.rows):
        if len(line) > MAX_LINE:
            raise sheet.error(index, 0, "this line is too long for a Sokoban board", SIZE_HINT, len(line))
        for row in line.rstrip("|").split("|"):
            ends = row[-1:].isdigit()  # without a sign for its last run, a search would not be linear
            runs = [] if ends else RUN.findall(row)
            sizes = [int(number) if len(number) < 5 else MAX_SIDE + 1 for number, _ in runs]
            if sum(sizes) > MAX_SIDE or ends or len(rows) >= MAX_SIDE:
                message = f"this is too long, or not a board: a run is a number up to {MAX_SIDE:,} and a sign"
                raise sheet.error(index, 0, message, "for example 7#", len(line))
            rows.append(RUN.sub(lambda run: run[2] * int(run[1]), row))
    n_rows = len(rows)
    return replace(
        sheet, text="\n".join(rows), rows=tuple(rows), lines=tuple(range(n_rows)), columns=(0,) * n_rows
    )


def _walled(rows: list[str]) -> list[str]:
    """The rows with the unreachable ground outside of their first and last wall turned into wall."""
    walled = []
    for row in rows:
        first, last = row.find("#"), row.rfind("#") + 1
        outside = row[: max(0, first)].replace(".", "#"), row[last:].replace(".", "#")
        walled.append(outside[0] + row[first:last] + outside[1] if last else row)
    return walled
