"""Files → Level: what a user meets when something is wrong."""

import os
import pickle

import pytest

from levels.files.problems import LevelError, Problem
from levels.text.reader import builtin_levels, parse_level, read_level

HEAD = "format: 1\nname: test\n"
MAP = "map: |\n  S..\n  ..G\n"


def refusal(text):
    with pytest.raises(LevelError) as caught:
        parse_level(text, "test.yaml")
    return caught.value


def problems_of(text):
    """(line, column, message) of every problem."""
    return [(problem.line, problem.column, problem.message) for problem in refusal(text).problems]


def test_a_small_level():
    level = parse_level(HEAD + MAP, "test.yaml")
    assert (level.name, level.map, level.safety) == ("test", ("S..", "..G"), "viable")


def test_text_bytes_and_line_ends_give_the_same_level():
    text = HEAD + MAP
    for variant in (
        text.encode(),
        text.replace("\n", "\r\n").encode(),
        text.replace("\n", "\r"),
        "\ufeff" + text,
    ):
        assert parse_level(variant, "test.yaml") == parse_level(text, "test.yaml")


def test_json_is_read_as_well():
    text = '{"format": 1, "name": "test", "map": "S..\\n..G\\n", "learning": {"discount": 0.9}}'
    assert parse_level(text, "test.json").map == ("S..", "..G")


def test_render_shows_file_line_column_source_caret_and_hint():
    assert refusal(HEAD + MAP + "saftey: viable\n").render() == (
        "test.yaml:6:1: unknown key “saftey”\n"
        " 6 | saftey: viable\n"
        "   | ^~~~~~  did you mean “safety”?"
    )  # fmt: skip


def test_carets_stand_below_wide_characters_and_long_lines_are_cut():
    lines = refusal(HEAD + "about: 渡る, saftey: x\n" + MAP).render().split("\n")
    assert lines[2].index("^") == lines[1].index(": x") + 2  # two signs take two columns each
    lines = refusal(HEAD + "about: 👍🏽, saftey: x\n" + MAP).render().split("\n")
    assert lines[2].index("^") == lines[1].index(": x")  # two characters are one sign of two columns
    long = refusal(HEAD + MAP + "actions: [" + "up, " * 100 + "bad]\n").render().split("\n")
    at = long[2].index("^")
    assert long[1][at : at + 3] == "bad"
    assert max(len(line) for line in long) < 200


def test_nothing_that_steers_a_terminal_is_printed():
    with pytest.raises(LevelError) as caught:
        parse_level('format: 1\nname: "\\e[31m"\n' + MAP.replace("S", "\x1b"), "a\x1b[2J.yaml")
    assert "\x1b" not in caught.value.render()
    assert "\x1b" not in refusal('format: 1\nname: x\nmap: "S\\e\\n.G"\n').render()


def test_errors_survive_the_way_between_processes():
    error = refusal(HEAD)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301
    assert again.problems == error.problems
    assert str(again) == error.render()


def test_beyond_a_hundred_problems_only_the_number_is_told():
    error = refusal(HEAD + MAP + "".join(f"k{number}: 1\n" for number in range(150)))
    assert len(error.problems) == 101
    assert error.problems[-1].message == "and 50 more problems after this"


def test_problems_come_in_the_order_of_the_file_and_once():
    twice = [Problem(2, 1, "b"), Problem(1, 5, "a"), Problem(2, 1, "b")]
    assert [problem.message for problem in LevelError("x", "", twice).problems] == ["a", "b"]


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("walls: forbiden", "walls can't be “forbiden”", "did you mean “forbidden”?"),
        ("safety: no", "safety can't be “no”", "write viable or one_step"),
        ("epsilon: 0.1", "unknown key “epsilon”", "“epsilon” belongs under “learning”"),
        ("beta: 0.1", "unknown key “beta”", "β is called “learning_rate”, under “learning”"),
        ("about: 12", "about: “12” is not text", "put it in quotes"),
        ("about:", "“about” has no value", "write one, or delete the key"),
        ("learning: 5", "learning: “5” is not a block of keys", ""),
        ("learning: {epsilon: '0.1'}", "epsilon: “0.1” is not a number", "write 0.1, without quotes"),
        ("learning: {epsilon: 0,1}", "unknown key “1”", None),
        ("learning: {epsilon: yes}", "epsilon: “yes” is not a number", ""),
        ("learning: {epsilon: 1.5}", "epsilon of “1.5” is out of bounds", "write a number of at most 1"),
        ("learning: {threshold: 0}", "threshold of “0” is out of bounds", "write a number above 0"),
        ("learning: {threshold: .nan}", "threshold: “nan” is not a finite number", None),
        ("learning: {threshold: 1e999}", "threshold: “inf” is not a finite number", None),
        ("learning: {episode_limit: 1_000}",
         "episode_limit: “1_000” is not a whole number", "write 1000, without quotes"),
        ("learning: {episode_limit: 5.5}",
         "episode_limit: “5.5” is not a whole number", "write it without a decimal point"),
        ("learning: {episode_limit: 1:30}",
         "episode_limit: “1:30” is not a whole number", "a colon makes it text"),
        ("learning: {episode_limit: true}", "episode_limit: “true” is not a whole number", ""),
        ("rewards: {step: 1}", "step of “1” is out of bounds", "write a number of at most 0"),
        ("actions: [up, rigth]", "“rigth” is not an action", "did you mean “right”?"),
        ("actions: [up, 1]", "“1” is not an action", None),
        ("actions: [up, up]", "“up” is listed twice", None),
        ("actions: []", "“actions” is an empty list", "write at least one entry"),
        ("actions: up", "actions: “up” is not a list", "write [up]"),
        ("legend: {ab: {look: crate}}", "“ab” is not one character", None),
        ("legend: {x: crate}", "x: “crate” is not a block of keys", None),
        ("legend: {x: {look: A B}}", "look: “A B” is not the name of a look", None),
        ("legend: {x: {look: a, blocks: yes}}", "blocks: “yes” is not true or false", "write true"),
        ("obstacles: {}", "obstacles: a block of keys is not a list", ""),
        ("obstacles: [7]", "obstacles: “7” is not a block of keys", ""),
        ("obstacles: [{look: car}]", "“kind” is missing", None),
        ("obstacles: [{kind: lne}]", "an obstacle's kind can't be “lne”", "did you mean “lane”?"),
        ("obstacles: [{kind: patrol, look: a, path: [[0, 1]], at: [0]}]", "“closed” is missing", None),
        ("obstacles: [{kind: patrol, look: a, path: [[0]], at: [0], closed: true}]",
         "a cell is a pair [row, column]", None),
        ("obstacles: [{kind: patrol, look: a, path: [[0, 1, 2]], at: [0], closed: true}]",
         "a cell is a pair [row, column]", None),
        ("obstacles: [{kind: patrol, look: a, path: [[0, 1]], at: [], closed: true}]",
         "“at” is an empty list", None),
        ("obstacles: [{kind: lane, look: a, row: 0, direction: left, at: [1], every: 0}]",
         "every of “0” is out of bounds", "write a number of at least 1"),
        ("obstacles: [{kind: lane, look: a, rwo: 0, direction: left, at: [1]}]",
         "unknown key “rwo”", "did you mean “row”?"),
    ],
)  # fmt: skip
def test_single_values(line, message, hint):
    problems = refusal(HEAD + MAP + line + "\n").problems
    assert [problem.message for problem in problems] == [message]
    assert problems[0].line == 6
    if hint is not None:
        assert problems[0].hint == hint


def test_format_is_checked():
    assert problems_of("format: 2\nname: x\n" + MAP) == [(1, 9, "this file has format “2”")]
    assert problems_of("name: x\n" + MAP) == [(1, 1, "“format” is missing")]


def test_all_problems_of_a_file_at_once():
    text = """\
format: 1
name: 12
map: |
  S..?
  ...
  ..#G
legend: {ab: {look: x}, x: {look: Crate}}
obstacles:
  - {kind: lane, look: truck, row: 7, direction: left, at: [0], every: 0}
  - {kind: lane, look: truck, row: 2, direction: left, at: [0]}
  - {kind: patrol, look: robot, path: [[1, 0], [2, 1]], closed: true, at: [0]}
rewards: {step: 0, goal: 0}
learning: {epsilon: 0.1, epsilon_floor: 0.5}
name: again
"""
    assert problems_of(text) == [
        (2, 7, "name: “12” is not text"),
        (4, 6, "unknown character “?” in row 1, column 4"),
        (5, 3, "row 2 has 3 cells, expected 4"),
        (7, 14, "“ab” is not one character"),
        (7, 35, "look: “Crate” is not the name of a look"),
        (9, 72, "every of “0” is out of bounds"),
        (10, 36, "the truck crosses a blocked cell: “#” at [2, 2], counted from 0"),
        (11, 48, "the path from [1, 0] to [2, 1] is not straight"),
        (12, 10, "step and goal are both 0, so all paths have the same value"),
        (13, 41, "epsilon_floor (0.5) is above epsilon (0.1)"),
        (14, 1, "name is given twice (lines 2 and 14)"),
    ]


@pytest.mark.parametrize(
    ("written", "line", "message"),
    [
        ("map:\n  S..\n  .#.\n  ..G\n", 3, "so its rows run into one line"),
        ("map: S..G\n", 3, "so its rows run into one line"),
        ("map:\n  #####\n  #S.G#\n  #####\n", 3, "rows that begin with “#” are lost as comments"),
        ("map:\n  S..G\n  ####\n  ....\n", 3, "rows that begin with “#” are lost as comments"),
        ("map: |\n     S..\n  ###\n  ..G\n", 5, "indented less than the first row of the map"),
        ("map: |\n     S.G\n  ###\n  ###\n", 5, "lost as a comment"),
        ("map: |\n    S.G\n  ...\n", 5, "is no longer part of the map"),
        ("map: |\n#####\n#S.G#\n#####\n", 4, "the rows of the map are not indented"),
        ("map: |\nS..\n..G\n", 4, "the rows of the map are not indented"),
        ("map: |\n...\nS.G\n", 4, "the rows of the map are not indented"),
        ("map: >\n  S..\n  ..G\n", 3, "“>” folds the rows"),
        ("map:\n  - S..\n  - '..G'\n", 3, "written as a list"),
        ("map:\n  - ***\n  - S.G\n", 3, "written as a list"),
        ("map:\n  - ###\n  - S.G\n", 3, "written as a list"),
        ("map: [S.., ..G]\n", 3, "written as a list"),
        ("map:\n  ****\n  *SG*\n", 3, "so its rows run into one line"),
        ("map:\n", 3, "“map” has no value"),
        ("map: 5\n", 3, "the map is not a drawing"),
        ("map: a drawing\n", 3, "the map is not a block of rows"),
        ("map: {a: 1}\n", 3, "the map is not a drawing"),
    ],
)
@pytest.mark.parametrize("after", ["", "walls: stay\n", "obstacles: []\nname2: 5\n"])
def test_every_way_to_lose_the_map_is_explained(written, line, message, after):
    problems = [
        problem for problem in refusal(HEAD + written + after).problems if "name2" not in problem.message
    ]
    assert len(problems) == 1
    assert message in problems[0].message
    assert problems[0].line == line
    assert "map: |" in problems[0].hint


def test_comments_and_ornaments_round_the_map_are_fine():
    board = "map: | # the board\n  S..\n  ..G\n\n#####\n# the rules\n"
    text = f"# =====\nformat: 1\nname: x # a name\n{board}walls: stay\n#--\n"
    assert parse_level(text, "x").walls == "stay"


def test_explicit_indentation_and_blank_lines_after_the_map():
    assert parse_level(HEAD + "map: |2-\n  S..\n  ..G\n\n\nwalls: stay\n", "x").map == ("S..", "..G")


def test_files_that_can_not_be_read(tmp_path):
    for path, said in (
        (tmp_path / "none.yaml", "no such file"),
        (tmp_path, "this is a folder"),
        (tmp_path / ("x" * 300), "this file can't be read"),
        (tmp_path / "a\0b", "this is not a valid file name"),
    ):
        with pytest.raises(LevelError) as caught:
            read_level(path)
        assert said in caught.value.problems[0].message
        assert "\n" not in caught.value.render().split("\n  ")[0]


@pytest.mark.skipif(os.name == "nt", reason="pipes and devices have names on Unix only")
def test_devices_and_pipes_are_not_read(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in (pipe, type(pipe)("/dev/zero")):
        with pytest.raises(LevelError) as caught:
            read_level(path)
        assert "device or a pipe" in caught.value.render()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_leave_to_read(tmp_path):
    path = tmp_path / "secret.yaml"
    path.write_text(HEAD + MAP)
    path.chmod(0)
    with pytest.raises(LevelError) as caught:
        read_level(path)
    assert "no permission to read this file" in caught.value.render()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf_16_is_named(encoding):
    assert "UTF-16" in refusal((HEAD + MAP).encode(encoding)).problems[0].message


def test_latin_1_is_named_with_its_place():
    error = refusal((HEAD + "about: Straße\n" + MAP).encode("latin-1"))
    assert (error.problems[0].line, error.problems[0].column) == (3, 12)
    assert "0xDF is here, “ß” in Latin-1" in error.problems[0].message
    assert "Straße" in error.render()


def test_pictures_and_large_files_are_not_text():
    assert refusal(b"\x89PNG\r\n\x1a\n" + bytes(50)).problems[0].message == "this is not a text file"
    assert refusal(b"x" * 4_000_001).problems[0].message == "the file is larger than 4 MB"


def test_built_in_levels_can_all_be_read():
    names = list(builtin_levels())
    assert names[:2] == ["crossy_road", "first_road"]
    for path in builtin_levels().values():
        assert read_level(path).format == 1
