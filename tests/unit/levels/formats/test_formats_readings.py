"""Drawings that two conventions read differently: refused with both readings, each of which can be had."""

import pickle
import re
import time

import pytest

from levels.files.problems import LevelError
from levels.formats.others import OTHERS
from levels.formats.readings import AmbiguousError, split_choice
from levels.formats.text_maze import PAIRS, WALLS
from levels.proof.prove import prove
from levels.text.reader import read_file

FLOORS = ". 0_"
MAZE = "WWWWWWW\nWs.W.gW\nW.WW..W\nW.....W\nWWWWWWW\n"
"""Eight steps over twelve cells; by way of walls it would be four."""


@pytest.fixture
def read(tmp_path):
    """Writes a file and reads it: read("maze.txt", text); "maze.txt#1" is its first reading."""

    def reading(name, content):
        path = tmp_path / name
        file = tmp_path / name.split("#")[0]
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return read_file(path)

    return reading


def shortest(file):
    return prove(file).certificate.shortest


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("pair", PAIRS)
def test_every_pair_of_the_manual_is_read(read, pair, small):
    for wall in WALLS:
        for floor in FLOORS:
            signs = {"W": wall, ".": floor, "s": pair[0], "g": pair[1]}
            text = "".join(signs.get(char, char) for char in MAZE)
            file = read("maze.txt", text.lower() if small else text)
            assert (file.level.board.blocked.sum(), shortest(file)) == (23, 8), (pair, wall, floor)


AMBIGUOUS = [
    ("######\n# A###\n# X  #\n##   #\n### G#\n######\n", (None, 5)),  # a box of side effects
    ("#######\n#A . G#\n#  P  #\n#######\n", (4, 3)),
    ("#####\n#A.B#\n#.G.#\n#####\n", (2, 2)),
    ("%%%%%%%\n%P . G%\n%%%%%%%\n", (2, 4)),
    ("########\n#@.....#\n#...$..#\n########\n", (1, 4)),
    ("# # # #\n# S G #\n", (1, 2)),
    ("S,.\n.,G\n", (2, 3)),
    ("S...  ...\n   .  . .\n   .... .\n        G\n", (15, 11)),
    ("____\nS..G\n____\n", (3, 3)),
    ("-----\n-S.G-\n-----\n", (2, 2)),
]


@pytest.mark.parametrize(("text", "ways"), AMBIGUOUS)
def test_both_readings_can_be_had_by_their_lines_and_by_name(read, text, ways):
    with pytest.raises(AmbiguousError) as caught:
        read("board.txt", text)
    error = caught.value
    assert len(error.readings) == 2
    found = []
    for number, reading in enumerate(error.readings, start=1):
        assert all(line in error.problems[0].hint for line in reading.lines)
        added = read("other.txt", text + "\n".join(reading.lines) + "\n").level
        file = read(f"board.txt#{number}", text)
        assert file.level.map == added.map
        assert file.level.name == "board"
        found.append(shortest(file))
    assert tuple(found) == ways
    again = pickle.loads(pickle.dumps(error))  # noqa: S301  our own
    assert (again.render(), again.readings) == (error.render(), error.readings)


def test_a_reading_that_is_not_there_is_told(read):
    with pytest.raises(LevelError, match="has only one reading"):
        read("plain.txt#1", "S.#\n..G\n")
    with pytest.raises(LevelError, match="has only one reading"):
        read("plain.yaml#1", "format: 1\nname: a\nmap: |\n  S.G\n")
    with pytest.raises(LevelError, match="so there is no reading 3"):
        read("board.txt#3", AMBIGUOUS[0][0])


def test_a_file_whose_name_ends_like_a_reading_is_itself_meant(tmp_path):
    path = tmp_path / "maze.txt#1"
    path.write_text("S.#\n..G\n")
    assert read_file(path).level.map == ("S.#", "..G")
    assert split_choice("arena.map#3") == ("arena.map#3", ())


@pytest.mark.parametrize(
    ("name", "text", "steps", "size"),
    [
        ("letters.txt", "# # # # #\n# S . G #\n# # # # #\n", 2, (3, 5)),
        ("letters.txt", "S . .\n. # .\n. . G\n", 4, (3, 3)),
        ("lake.txt", "S F F\nF H F\nF F G\n", 4, (3, 3)),
        ("griddly.txt", "W W W W W\nW A . G W\nW W W W W\n", 2, (3, 5)),
        ("commas.txt", "#,#,#,#,#\n#,S,.,G,#\n#,#,#,#,#\n", 2, (3, 5)),
        ("table.csv", "#,#,#,#\n#,S,G,#\n", 1, (2, 4)),
        ("table.csv", '"1","1","1"\n"S",,"G"\n', 2, (2, 3)),
        ("tabs.txt", "1\t1\t1\nS\t\tG\n", 2, (2, 3)),
        ("semicolons.csv", "1;1;1\nS;0;G\n", 2, (2, 3)),
        ("maze.csv", "1,1,1,1,1\n1,S,0,0,1\n1,1,1,0,1\n1,G,0,0,1\n1,1,1,1,1\n", 6, (5, 5)),
        ("size.txt", "2 3\nS 0 1\n0 0 G\n", 3, (2, 3)),
        ("wide.txt", "1  1  1\nS  0  G\n", 2, (2, 3)),
        ("savetxt.txt", "# a maze\n1.0e+00 1.0e+00\n0.0e+00 0.0e+00\nstart: 1, 0\ngoal: 1, 1\n", 1, (2, 2)),
        ("savetxt.csv", "1.000,1.000\n0.000,0.000\nstart: 1, 0\ngoal: 1, 1\n", 1, (2, 2)),
    ],
)
def test_what_stands_between_the_cells_is_left_out_and_told(read, name, text, steps, size):
    file = read(name, text)
    assert (len(file.level.map), len(file.level.map[0])) == size
    assert shortest(file) == steps
    assert "between the cells are ignored" in " ".join(file.notes)


@pytest.mark.parametrize("name", ["board", "board.txt", "board.dat"])
@pytest.mark.parametrize("head", ["; 1\n\n", "Title: One\nAuthor: Somebody\n\n", "Level 1\n"])
def test_a_collection_of_sokoban_is_known_by_its_content(read, name, head):
    boards = f"{head}#####\n#@$.#\n#   #\n#####\n\n; 2\n\n#######\n#@ $ .#\n#     #\n#######\n"
    assert read(name, boards).level.map[1] == "#S$G#"
    assert "level 1 of 2" in " ".join(read(name, boards).notes)
    assert "“level: 1” chooses another" in " ".join(read(name, boards + "level: 2\n").notes)
    with pytest.raises(LevelError, match="unknown character “x” in row 1, column 3"):
        read(name, boards.replace("#   #", "# x #"))


LAYOUT = "%%%%%%%%\n%P  {} %\n% %% . %\n%  {}   %\n%%%%%%%%\n"


def test_a_layout_of_pacman_has_its_one_dot_as_the_goal(read):
    file = read("small.lay", LAYOUT.format(" ", " "))
    assert shortest(file) == 5
    assert "The one dot of food is the goal." in file.notes
    file = read("ghosts.lay", LAYOUT.format("o", "G"))
    assert len(file.level.board.goals) == 1
    assert any(note.startswith("1 ghost and 1 capsule left out") for note in file.notes)


def test_of_several_dots_none_is_the_goal_until_it_is_named(read):
    text = LAYOUT.format(".", "G")
    with pytest.raises(LevelError) as caught:
        read("dots.lay", text)
    problem = caught.value.problems[0]
    assert problem.message == "no goal on the board: it has 2 dots of food and 1 ghost"
    line = re.search("“(goal: .*?)”", problem.hint)[1]
    assert shortest(read("dots.lay", text + line + "\n")) == 3


@pytest.mark.parametrize(
    ("name", "data", "named"),
    [
        ("kitchen.layout", '{\n    "grid":  """XXDX\n                X1 S"""\n}\n', "Overcooked"),
        ("game.txt", "title a\n=======\nOBJECTS\n=======\n\nWall\nBrown\n", "PuzzleScript"),
        ("game.txt", "BasicGame\n  SpriteSet\n    wall > Immovable\n", "GVGAI"),
        ("level.txt", "wwwww\nw.A.w\nw.g.w\nwwwww\n", "GVGAI or Griddly"),
        ("game.txt", "Version: 1\nEnvironment:\n  Name: a\nObjects:\n  - Name: b\n", "Griddly"),
        ("room.des", "MAZE: \"room\",' '\nMAP\n|---|\nENDMAP\n", "MiniHack"),
        ("mouse.txt", "o---o---o\n|       |\no   o---o\n|       |\no---o---o\n", "micromouse"),
        ("mouse.txt", "mouse\n  o---o   o\n  |       |\n  o---o---o\n", "micromouse"),
        ("mouse.maz", bytes([14, 8, 9, 12] * 64), "micromouse"),
        ("mouse.num", "0 0 1 0 0 1\n" * 4, "micromouse"),
        ("mouse.txt", "0 0 1 0 1 1\n0 1 1 0 1 0\n0 2 0 1 0 1\n1 0 0 1 1 1\n", "micromouse"),
        ("hex.txt", " __\n/  \\__\n\\__/  \\\n/  \\__/\n\\__/\n", "hexagonal"),
        ("board.npy", b"\x93NUMPY\x01\0v\0{'descr': '<i8'}", "NumPy"),
        ("boards.npz", b"PK\x03\x04rest", "archive"),
        ("photo.jpg", b"\xff\xd8\xff\xe0rest", "picture"),
        ("boards.slc", "<?xml version='1.0'?>\n<SokobanLevels>\n</SokobanLevels>", "Sokoban in XML"),
    ],
)
def test_what_is_no_level_is_named(read, name, data, named):
    with pytest.raises(LevelError) as caught:
        read(name, data)
    assert named in caught.value.problems[0].message
    assert caught.value.problems[0].hint


@pytest.mark.parametrize("other", OTHERS, ids=lambda other: other.name)
def test_a_long_blank_line_is_looked_through_once(other):
    begin = time.process_time()
    assert not other.known.search(" " * 100_000)
    assert time.process_time() - begin < 1


def test_a_six_column_board_of_digits_is_no_micromouse(read):
    assert shortest(read("six.txt", "S 0 0 1 0 1\n0 1 0 0 0 G\n" + "0 0 1 1 0 0\n" * 3)) == 6


def followed(text, hint):
    """The text with what a hint says done: its line added."""
    line = re.search("“((?:legend|start|goal|format): .*?)”", hint)[1]
    return f"{text}{line}\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "@.#\n..G\n"),
        ("a.txt", "S.#\n..>\n"),
        ("a.txt", "S.q\n..G\n"),
        ("a.txt", "  #\n# #\n#  \n"),
        ("a.txt", "S..\n.#.\n"),
        ("a.txt", "A x\n  x\n".upper()),
        ("a.txt", "#####\n#A  #\n#####\n"),
        ("a.txt", "sfh\nffh\n"),
        ("a.csv", "1,0,0\n0,0,0\n"),
        ("a.lay", "%%%%\n%P %\n%.q%\n%%%%\n"),
        ("a.xsb", "#####\n#@$ #\n#   #\n#####\n"),
        ("a.txt", "wwwww\nwA.gw\nwwwww\n"),
    ],
)
def test_every_hint_works_where_it_is_given(read, name, text):
    """Each line that a message offers is added, until the file is a level; each has to bring it nearer."""
    told = set()
    for _ in range(4):
        try:
            assert shortest(read(name, text))
        except LevelError as error:
            problem = error.problems[0]
            assert problem.message not in told
            told.add(problem.message)
            text = followed(text, problem.hint)
        else:
            break
    else:
        pytest.fail(f"after four hints no level: {text}")
    assert told


@pytest.mark.parametrize(
    ("name", "text", "old", "drawn"),
    [
        ("a.xsb", "#####\n#@$ #\n#####\n", "$ #", "."),
        ("a.txt", "s..x\n...x\n", ".x", "g"),
        ("a.txt", "A##\n   \n", " ", "G"),
        ("a.txt", "#####\n#A  #\n#####\n", " ", "G"),
        ("a.json", '["SFF", "FHF"]', "F", "G"),
    ],
)
def test_what_is_to_be_drawn_works_in_that_file(read, name, text, old, drawn):
    with pytest.raises(LevelError) as caught:
        read(name, text)
    hint = caught.value.problems[0].hint
    assert hint.startswith(f"draw “{drawn}” where it is")
    assert ("add the line" in hint) is not name.endswith(".json")
    at = text.rindex(old)
    assert read(name, text[:at] + drawn + text[at + 1 :]).level.board.goals


def test_a_map_of_movingai_offers_no_legend_since_it_takes_none(read, tmp_path):
    (tmp_path / "a.map.scen").write_text("version 1\n0\ta.map\t3\t1\t0\t0\t2\t0\t2\n")
    with pytest.raises(LevelError) as caught:
        read("a.map", "type octile\nheight 1\nwidth 3\nmap\n.x.\n")
    assert "legend" not in caught.value.problems[0].hint
    assert "out of bounds" in caught.value.problems[0].hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("S..\n\n..G\n", "row 2 is empty"),
        ("S  #\n\n#  G\n", "row 2 is empty"),
        ("...\n\n...\nstart: 1, 0\ngoal: 0, 0\n", "row 2 is empty"),
        ("...\n..\n...\nstart: 1, 2\ngoal: 0, 0\n", "row 2 has 2 cells, expected 3"),
        ("  S  #\n  #  #\n  #  G\n", "all rows begin with 2 blanks"),
        (", ,\n, ,\n", "all cells of the board are blank"),
        ("S.#\n#.G\nstart: 1, 0\n", "[1, 0] is “#”, which blocks"),
        ("...\n...\nstart: 1, 0\ngoal: 1, 0\n", "[1, 0] is already the start"),
        ("S\u00a0.\n..G\n", "the character U+00A0 (no-break space) in row 1, column 2"),
        ("S\u200b.\n..G\n", "the character U+200B (zero width space) in row 1, column 2"),
        ("S\u0301.\n..G\n", "the character U+0301 (combining acute accent) in row 1, column 2"),
        ("S..\n..G\nlegend: \u200b = wall\n", "a legend defines single visible characters"),
        ("S..\n..G\nlegend: e\u0301 = wall\n", "a legend defines single visible characters"),
        ("S..\n..G\nlegend: \u00a0 = wall\n", "the character U+00A0 (no-break space) is in a legend"),
        ("S..\n..G\nformat: gridwrld\n", "“gridwrld” is not a drawing format"),
        ("0,0.5\n0,1\nstart: 0, 0\ngoal: 1, 0\n", "“0.5” in row 1, column 2 is not a cell"),
    ],
)
def test_what_would_shift_or_hide_a_cell_is_refused_by_its_name(read, text, message):
    with pytest.raises(LevelError) as caught:
        read("a.txt", text)
    assert caught.value.problems[0].message.startswith(message)
    assert caught.value.problems[0].hint


@pytest.mark.parametrize("text", ["S.#\n#.?\n", '{"rows": 4}', "[1, 2]", '["S.#", "..G"]', "['S']"])
@pytest.mark.parametrize("name", ["a.txt", "a.json"])
def test_no_ice_is_spoken_of_where_there_is_none(read, name, text):
    with pytest.raises(LevelError) as caught:
        read(name, text)
    assert "lake" not in caught.value.render().lower()


def test_a_player_on_a_goal_alone_makes_no_points_of_ground(read):
    with pytest.raises(LevelError, match="no goal on the board"):
        read("board.txt", "#####\n#+$ #\n#####\n")


def test_lines_of_windows_hide_no_game(read):
    with pytest.raises(LevelError, match="PuzzleScript"):
        read("game.txt", "title a\r\n=====\r\nOBJECTS\r\n=====\r\n")


def test_notes_are_cut_between_words(read):
    letters = "CDIJKMNQUVYZ".replace("D", "")
    text = (
        "#" * 30 + "\n" + f"#A{letters:28}".replace(" ", ".")[:29] + "#\n" + "#" + "G" * 28 + "#\n" + "#" * 30
    )
    notes = read("a.txt", text).notes
    assert not any("agent …" in note or "and 2…" in note for note in notes)
    about = read("b.txt", text).level.about
    assert about == " ".join(read("b.txt", text).notes)
