"""Text mazes, FrozenLake, gridworlds and Sokoban as levels: conventions, notes, mistakes at their places."""

import contextlib
import json
import random
import time
from pathlib import Path

import pytest

from levels.files.problems import LevelError
from levels.formats import FORMATS
from levels.formats.drawings import CONVENTIONS
from levels.text.reader import parse_level, read_file
from levels.text.writer import to_yaml

ROOM = ("S..#", "#...", "#..G")
"""What every drawing of the same room has to become."""


@pytest.fixture
def opened(tmp_path):
    """Writes a file and reads it as a level: opened("room.txt", text or bytes)."""

    def reading(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_file(path)

    return reading


@pytest.fixture
def refused(opened):
    """The problems of a file that must be refused, within a second."""

    def reading(name, content):
        begin = time.process_time()
        with pytest.raises(LevelError) as caught:
            opened(name, content)
        assert time.process_time() - begin < 1
        return caught.value.problems

    return reading


@pytest.mark.parametrize(
    "drawing",
    [
        "S..#\n#...\n#..G\n",
        "S  #\n#   \n#  G",
        "S  X\r\nX   \r\nX  E\r\n",
        "s  x\nx   \nx  e\n",
        "S..X\nX...\nX..G\n",
        "S001\n1000\n100G\n",
        "S 0 0 1\n1 0 0 0\n1 0 0 G\n",
        "3 4\nS001\n1000\n100G\n",
        "S,0,0,1\r1,0,0,0\r1,0,0,G",
        "A  #\n#   \n#  B\n",
        "P..#\n#...\n#..E\n",
        "\n  S..#\n  #...\n  #..G  \n\n",
        "0001\n1000\n1000\nstart: 0, 0\ngoal: [2, 3]\n",
        "legend: 0 = wall, 1 = floor, @ = start, x = goal\n@110\n0111\n011x\n",
        "S___\u2588".replace("_\u2588", "\u2588") + "\n\u2588___\n\u2588__G\n",
    ],
)
def test_the_conventions_of_mazes_give_the_same_room(opened, drawing):
    file = opened("room.txt", drawing)
    assert file.level.map == ROOM
    assert file.level.name == "room"
    assert file.notes[0].startswith("Read as a text maze")
    assert file.level.about == " ".join(file.notes)


def test_the_choice_is_told(opened):
    notes = opened("room.txt", "1 1 1 1\n1 S G 1\n1 0 0 1\n").notes
    assert notes[0] == "Read as a text maze: “1” is wall, “0” is open, “S” is start and “G” is goal."
    assert "legend: 0 = wall, 1 = floor" in notes[1]


def test_rows_of_blanks_at_the_edge_are_ground_where_blanks_are(opened, refused):
    assert opened("room.txt", "\n   \n# #\n# #\n   \n\nstart: 0, 0\ngoal: 3, 2\n").level.map == (
        *("S..", "#.#"),
        *("#.#", "..G"),
    )
    assert opened("room.txt", "   \nS.#\n#.G\n    \n").level.map == ("S.#", "#.G")
    assert refused("room.txt", "0, 1")[0].message == "no start on the board"


def test_short_rows_are_filled_where_a_blank_is_a_cell(opened):
    file = opened("room.txt", "####\nS  G\n#\n")
    assert file.level.map == ("####", "S..G", "#...")
    assert "filled with blanks" in file.notes[-1]


def test_our_own_letters_keep_their_meaning_in_a_bare_drawing(opened):
    assert opened("road.txt", "S.T.\n====\n~.RG\n").level.map == ("S.T.", "====", "~.RG")


@pytest.mark.parametrize(
    ("drawing", "line", "column", "message"),
    [
        ("S..\n...\n..S\n", 3, 3, "start S appears twice: row 1, column 1 and row 3, column 3"),
        ("S..\n.#.\n", 1, 1, "no goal on the board"),
        ("\n\n  S?.\n  ..G\n", 3, 4, "unknown character “?” in row 1, column 2"),
        ("S.X\n#.X\n..G\n", 1, 3, "unknown character “X” in row 1, column 3 and 1 more"),
        ("S..\n..\n..G\n", 2, 1, "row 2 has 2 cells, expected 3"),
        ("+-+-+\n|S G|\n+-+-+\n", 2, 1, "walls between cells are not supported"),
        ("0 1\n1 2\n2 5\n", 1, 1, "this is a list of numbers"),
        ("S.#\n..G\ngoal: 2, 7\n", 3, 1, "[2, 7] lies outside the board of 2 × 3 cells"),
        ("S.#\n..G\ngoal: there\n", 3, 6, "this is not a cell: “there”"),
        ("S.q\n..G\nlegend: q = wal\n", 3, 13, "“wal” is not a kind of cell"),
        ("S.q\n..G\nlegend: q\n", 3, 8, "this does not define a character: “q”"),
        ("S." + "." * 1000 + "G\n", 1, 1, "the board has 1 × 1,003 cells"),
    ],
)
def test_mistakes_are_told_at_their_places(refused, drawing, line, column, message):
    problem = refused("room.txt", drawing)[0]
    assert problem.message.startswith(message)
    assert (problem.line, problem.column) == (line, column)
    assert problem.hint


def test_a_lake_is_read_from_text_and_json_alike(opened):
    rows = ["SFFF", "FHFH", "FFFH", "HFFG"]
    drawn = ("S...", ".~.~", "...~", "~..G")
    assert opened("lake.txt", "\n".join(rows)).level.map == drawn
    assert opened("lake.json", json.dumps(rows)).level.map == drawn
    assert opened("lake.json", json.dumps([list(row) for row in rows])).level.map == drawn
    assert opened("lake.json", json.dumps({"desc": rows}, indent=2)).level.map == drawn


@pytest.mark.parametrize(
    ("settings", "told"), [({"is_slippery": True}, 1), ({}, 1), ({"is_slippery": False}, 0)]
)
def test_slippery_ice_is_named(opened, settings, told):
    notes = opened("lake.json", json.dumps({"desc": ["SFG"]} | settings)).notes
    assert sum("slippery" in note for note in notes) == told
    assert "hole" in notes[0]


def test_settings_of_a_lake_that_are_left_out_are_named(opened):
    notes = opened("lake.json", json.dumps({"desc": ["SFG"], "success_rate": 0.8})).notes
    assert notes[-1] == "Left out: “success_rate”."


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ('{"desc": ["SF",\n "FQG"]}', 2, 4, "unknown character “Q” in row 2, column 2"),
        ('{"desc": ["SFFF", "FHF", "FFFG"]}', 1, 20, "row 2 has 3 cells, expected 4"),
        ('{"desc": ["SFG"}', 1, 16, "this can't be read as JSON"),
        ('{"desc": ["SFG"],\n "desc": []}', 2, 2, "“desc” is given twice"),
        ('{"desc": [1, 2]}', 1, 2, "row 1 of the lake is “1”"),
        ('{"rows": 4}', 1, 1, "this JSON contains no board that can be read"),
        ("[" * 100_000, 1, 1, "this JSON is too deep or too large"),
    ],
)
def test_mistakes_of_json_are_told_at_their_places(refused, text, line, column, message):
    problem = refused("lake.json", text)[0]
    assert problem.message.startswith(message)
    assert (problem.line, problem.column) == (line, column)


def test_lava_and_water_of_a_gridworld_block(opened):
    file = opened("world.txt", "#####\n#AWG#\n# L #\n#   #\n#####\n")
    assert file.level.map == ("#####", "#S~G#", "#.L.#", "#...#", "#####")
    assert file.level.legend["L"].look == "lava"
    assert file.level.board.blocked.sum() == 18
    assert (file.level.rewards.step, file.level.rewards.goal) == (-1, 50)


def test_a_legend_explains_the_letters_of_a_gridworld(opened):
    board = "#####\n#A X#\n#V G#\n#####\n"
    guessed = opened("world.txt", board.replace("X", "C"))
    assert "“C” in row 2, column 4 and “V” in row 3, column 2" in guessed.notes[1]
    told = opened("world.txt", board + "legend: X = wall, V = water\n")
    assert told.level.map == ("#####", "#S.##", "#~.G#", "#####")
    assert not any("Unknown" in note for note in told.notes)


def test_boxes_of_sokoban_are_crates_and_are_named(opened):
    file = opened("board.xsb", "  ####\n###  #\n#@$* #\n#  . #\n######\n\n; one\n\n####\n#+ #\n# .#\n####\n")
    assert file.level.map == ("######", "###..#", "#S$$.#", "#..G.#", "######")
    assert file.level.legend["$"].look == "crate"
    told = " ".join(file.notes)
    assert "1 player, 2 boxes and 2 goals" in told
    assert "1 goal under the player or a box left out" in told
    assert "level 1 of 2" in told


def test_one_of_several_boards_can_be_chosen(opened, refused):
    boards = "####\n#@.#\n####\n\n#####\n#@ .#\n#####\nlevel: {}\n"
    assert opened("boards.xsb", boards.format(2)).level.map[1] == "#S.G#"
    assert (
        refused("boards.xsb", boards.format(3))[0].message
        == "the file holds 2 boards, so there is no level 3"
    )


def test_a_board_of_runs_is_written_out_within_bounds(opened, refused):
    assert opened("runs.xsb", "7#|#@2-_.#|7#").level.map == ("#######", "#S...G#", "#######")
    assert opened("runs.xsb", "5#|@-.2-|5#").level.map == ("#####", "S.G..", "#####")
    assert refused("runs.xsb", "#@.|999999999#")[0].message.startswith("this is too long")
    assert refused("runs.xsb", "999#" * 1000)[0].message.startswith("this is too long")
    assert refused("runs.xsb", "999#" * 100_000)[0].message.startswith("this line is too long")


def test_a_level_of_ours_may_have_any_ending(opened):
    text = "format: 1\nname: mine\nmap: |\n  S.G\n"
    assert opened("mine.txt", text).level == opened("mine.yaml", text).level
    assert opened("mine", text).notes == ()


def test_a_bare_drawing_in_a_file_without_an_ending_is_a_maze(opened):
    assert opened("maze", "S.#\n#.G\n").level.map == ("S.#", "#.G")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "the file is empty"),
        (b"\n  \n\n", "the file has only blank lines"),
        ("S.G\n".encode("utf-16"), "the file is saved as UTF-16"),
        (b"S.G\n\0\1", "this is not a text file"),
        (b"S.\xe9G\n", "the file is not UTF-8"),
        (b"\n" * 100_000, "the file has more than 20,000 lines"),
        (b"#" * 4_000_001, "the file is larger than 4 MB"),
    ],
)
def test_bytes_that_are_no_drawing_are_named(refused, data, message):
    assert refused("odd.txt", data)[0].message.startswith(message)


@pytest.mark.parametrize("seed", range(40))
def test_what_is_written_is_read_as_the_same_level(opened, seed):
    rng = random.Random(seed)
    name, floor, wall = rng.choice(
        [
            ("a.txt", ".", "#"),
            ("b.txt", " ", "X"),
            ("c.txt", "0", "1"),
            ("d.txt", "F", "H"),
            ("e.xsb", " ", "#$"),
        ]
    )
    rows = [[rng.choice(floor * 3 + wall) for _ in range(7)] for _ in range(5)]
    start, goal = ("@", ".") if name == "e.xsb" else ("S", "G")
    rows[0] = [wall[0], start, floor, goal, *floor * 2, wall[0]]
    drawing = "\n".join(
        map("".join, rows if name != "e.xsb" else [["#"] * 7, *(["#", *row[1:-1], "#"] for row in rows)])
    )
    level = opened(name, drawing).level
    assert parse_level(to_yaml(level), "again.yaml") == level


SAMPLES = {
    "MovingAI": (b"type octile\nheight 2\nwidth 2\nmap\n.@\n..\n",),
    "Tiled": (
        (
            b'<map orientation="orthogonal" width="2" height="1" tilewidth="8" tileheight="8"><objectgroup>'
            b'<object class="start" x="1" y="1"/><object class="goal" x="9" y="1"/></objectgroup></map>'
        ),
    ),
    "occupancy picture": (b"P2\n3 1\n255\n254 0 205\n",),
    "FrozenLake": (b"SFFH\nFFFG\n", b'{"desc": ["SF", "FG"], "is_slippery": true}'),
    "Sokoban": (
        b"#####\n#@$.#\n#####\n",
        b"7#|#@2-$-.#|7#",
        b"; 1\n#####\n#@$.#\n#####\nTitle: a\n",
    ),
    "Pac-Man": (b"%%%%\n%P.%\n%oG%\n",),
    "gridworld": (b"#A G#\n# I #\nlegend: I = wall\n",),
    "text maze": (
        b"S..#\n.#.G\n",
        b"0,1\n1,0\nstart: 0, 0\ngoal: 1, 1\nlevel: 1\n",
        b"# # # #\n# S . G\nlegend: blank = gap\n",
    ),
}
"""Files of each format and each convention of drawings."""
BITS = (b"\n", b"\xff", b"{", b'"', b"9999", b"|", b"", b"=", b"\t", b"S", b"  ", b"G")


def test_every_format_has_samples():
    assert set(SAMPLES) == {*FORMATS, *CONVENTIONS} - {"drawing"}


@pytest.mark.parametrize("seed", range(300))
def test_whatever_is_in_a_file_is_a_level_or_a_sentence(opened, seed):
    rng = random.Random(seed)
    name = rng.choice(list(SAMPLES))
    own = FORMATS.get(name) or CONVENTIONS[name]
    ending = rng.choice([*own.endings, *(ending for form in FORMATS.values() for ending in form.endings)])
    data = bytearray(rng.choice(SAMPLES[name]))
    for _ in range(rng.randrange(6)):
        at = rng.randrange(len(data) + 1)
        data[at : at + rng.randrange(3)] = rng.choice(BITS)
    begin = time.process_time()
    with contextlib.suppress(LevelError):
        level = opened("case" + ending, bytes(data)).level
        assert parse_level(to_yaml(level), "again.yaml") == level
    assert time.process_time() - begin < 1


@pytest.mark.parametrize(
    ("name", "data"),
    [
        *(
            (f"large{ending}", piece * (3_900_000 // len(piece)))
            for ending in (".txt", ".json", ".xsb", "")
            for piece in (b"#", b"# ", b"S", b"0 ", b"#@$.\n", b'["SF",', b"999#", b"|", b"legend: a = wall,")
        ),
        ("runs.xsb", b"#@.|" + b"9" * 99_000 + b"|#"),
        ("place.txt", b"S.G\nstart: " + b" " * 3_000_000 + b"x"),
        ("latin", b"\xe9\n" * 950_000),
        ("rows.json", b'["' + b'S","' * 1_200_000 + b'G"]'),
        ("far.json", b'["' + b" " * 3_000_000 + b'"' + b',"\\u0053F"' * 900 + b"]"),
        ("letters.txt", "".join(map(chr, range(0x4E00, 0x9FFF))).encode() * 20),
        (
            "square.txt",
            b"\n".join(
                "".join(chr(0x4E00 + (r * 997 + c) % 20000) for c in range(500)).encode() for r in range(500)
            ),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_large_files_are_refused_at_once(refused, name, data):
    """Files that take far less than the second they may, so that a busy machine keeps to it as well."""
    assert refused(name, data)


def test_the_manuals_example_is_read(opened):
    text = (Path(__file__).parents[4] / "docs" / "formats.md").read_text(encoding="utf-8")
    drawing = next(block for block in text.split("```")[1::2] if "legend:" in block)
    assert opened("example.txt", drawing).level.map == ("#####", "#S.##", "#~.G#", "#####")


def test_the_manual_names_every_ending():
    text = (Path(__file__).parents[4] / "docs" / "formats.md").read_text(encoding="utf-8")
    assert all(f"`{ending}`" in text for form in FORMATS.values() for ending in form.endings)
