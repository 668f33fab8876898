"""How the parts fit together: every Fault with its path."""

import pytest

from levels.files.problems import LevelError, printable
from levels.model.checks import check_level
from levels.text.reader import parse_level
from tests.conftest import tiny

BOARD = ["S...", "....", "..#G"]


OVERLAP = "two vehicles in one lane must not overlap: "


def lane(**settings):
    return {"kind": "lane", "look": "truck", "row": 1, "direction": "left", "at": [0], **settings}


def patrol(path, **settings):
    return {"kind": "patrol", "look": "robot", "path": path, "closed": False, "at": [0], **settings}


def faults(rows=BOARD, **settings):
    """(path, message) of everything found."""
    return [(fault.path, fault.message) for fault in check_level(tiny(rows, **settings))]


def test_a_sound_level_has_no_faults():
    assert faults(obstacles=[lane(at=[0, 2], length=2), patrol([[1, 0], [1, 3]])]) == []


@pytest.mark.parametrize(
    ("rows", "path", "message"),
    [
        ([""], ("map",), "the map is empty"),
        (["  ", ""], ("map",), "the map is empty"),
        (["G"], ("map", 0, 0), "the map is a single cell"),
        (["...G"], ("map",), "the map has no start"),
        (["S..."], ("map",), "the map has no goal"),
        (["S.G", "...", "...."], ("map", 2, 0), "row 3 has 4 cells, expected 3"),
        (["S.G", ".", "..."], ("map", 1, 0), "row 2 has 1 cell, expected 3"),
        (["S.G", "", "..."], ("map", 1, 0), "row 2 is empty"),
        (["", "S.G"], ("map", 0, 0), "row 1 is empty"),
        (["S.G", ".. ", "..."], ("map", 1, 2), "row 2 ends with blanks"),
        (["S G"], ("map", 0, 1), "there is a blank in row 1, column 2"),
        (["S\tG"], ("map", 0, 1), "there is a tab in row 1, column 2"),
        (["S.G", "?.?"], ("map", 1, 0), "unknown character “?” in row 2, column 1 and 1 more"),
        (["s.G"], ("map", 0, 0), "unknown character “s” in row 1, column 1"),
        (["S.G"] * 1001, ("map",), "the map has 1,001 × 3 cells"),
    ],
)
def test_drawings(rows, path, message):
    assert faults(rows) == [(path, message)]


@pytest.mark.parametrize(
    ("char", "message"),
    [
        ("S", "“S” always means the start"),
        ("G", "“G” always means the goal"),
        ("#", "“#” is already defined"),
        ("~", "“~” is already defined"),
        (" ", "a blank or invisible character can't be drawn"),
    ],
)
def test_legends_only_add(char, message):
    assert faults(legend={char: {"look": "crate"}}) == [(("legend", char), message)]


def test_a_legend_character_that_is_not_drawn_is_fine():
    assert faults(legend={"x": {"look": "crate"}}) == []


@pytest.mark.parametrize(
    ("settings", "path", "message"),
    [
        ({"row": None}, (), "a lane needs a row or a column"),
        ({"column": 2}, ("column",), "a lane has a row or a column, not both"),
        ({"direction": "up"}, ("direction",), "a lane on a row can't drive up"),
        ({"row": None, "column": 0}, ("direction",), "a lane on a column can't drive left"),
        ({"row": 3}, ("row",), "row 3 is off the board"),
        ({"row": None, "column": 4, "direction": "up"}, ("column",), "column 4 is off the board"),
        ({"loop": 3}, ("loop",), "a loop of 3 cells is shorter than the board, which is 4 cells wide"),
        ({"length": 5}, ("length",), "a vehicle of 5 cells is longer than its loop of 4"),
        ({"at": [1, 4]}, ("at", 1), "4 lies beyond the lane's cycle of 4 cells"),
        ({"at": [1, 1]}, ("at", 1), OVERLAP + "1 is listed twice"),
        ({"at": [1, 2], "length": 2}, ("at", 1), OVERLAP + "1 and 2 are 1 apart"),
        ({"at": [3, 0], "length": 2}, ("at", 1), OVERLAP + "3 and 0 are 1 apart"),
        ({"row": 2}, ("row",), "the truck crosses a blocked cell: “#” at [2, 2], counted from 0"),
        ({"row": 0}, ("at", 0), "the start cell [0, 0] is occupied at tick 0 by the truck"),
        ({"row": 0, "at": [2], "length": 4, "loop": 6}, ("at", 0), ""),
    ],
)  # fmt: skip
def test_lanes(settings, path, message):
    found = faults(obstacles=[lane(at=[1], row=1), lane(**settings)])
    if message:
        assert found == [(("obstacles", 1, *path), message)]
    else:
        assert found == []


def test_the_body_on_the_start_counts_as_well():
    right = lane(row=0, direction="right", at=[2], length=3)
    assert faults(obstacles=[right]) == [
        (("obstacles", 0, "at", 0), "the start cell [0, 0] is occupied at tick 0 by the truck")
    ]
    assert faults(obstacles=[lane(row=0, direction="right", at=[3], length=3)]) == []


@pytest.mark.parametrize(
    ("obstacle", "path", "message"),
    [
        (patrol([[1, 0], [1, 4]]), ("path", 1), "the corner [1, 4] is off the board"),
        (patrol([[1, 0], [0, 1]]), ("path", 1), "the path from [1, 0] to [0, 1] is not straight"),
        (
            patrol([[1, 0], [1, 2], [0, 2]], closed=True),
            ("closed",),
            "the path back from [0, 2] to [1, 0] is not straight",
        ),
        (patrol([[1, 0], [1, 2]], at=[4]), ("at", 0), "4 lies beyond the patrol's cycle of 4 cells"),
        (patrol([[1, 1]], at=[1]), ("at", 0), "1 lies beyond the patrol's cycle of 1 cells"),
        (
            patrol([[1, 0], [1, 2]], at=[2, 2]),
            ("at", 1),
            "two vehicles in one patrol must not overlap: 2 is listed twice",
        ),
        (
            patrol([[1, 2], [2, 2]]),
            ("path",),
            "the robot crosses a blocked cell: “#” at [2, 2], counted from 0",
        ),
        (
            patrol([[1, 0], [0, 0]], at=[1]),
            ("at", 0),
            "the start cell [0, 0] is occupied at tick 0 by the robot",
        ),
    ],
)
def test_patrols(obstacle, path, message):
    assert faults(obstacles=[obstacle]) == [(("obstacles", 0, *path), message)]


def test_ways_without_bounds_are_refused_before_they_are_listed():
    lanes = [lane(loop=100_000) for _ in range(4)]
    assert [path for path, _ in faults(obstacles=lanes)] == [("obstacles", 3)]


@pytest.mark.parametrize(
    ("settings", "path"),
    [
        ({"rewards": {"step": 0, "goal": 0}}, ("rewards",)),
        ({"rewards": {"step": 0, "goal": 1}}, ("rewards", "step")),
        ({"learning": {"epsilon": 0.1, "epsilon_floor": 0.2}}, ("learning", "epsilon_floor")),
        ({"name": "a\x1b[31m"}, ("name",)),
        ({"name": "  "}, ("name",)),
        ({"about": "a\x07"}, ("about",)),
    ],
)
def test_words_and_rewards(settings, path):
    assert [path for path, _ in faults(**settings)] == [path]


def test_a_goal_reward_alone_is_fine_with_a_discount_below_one():
    assert faults(rewards={"step": 0, "goal": 1}, learning={"discount": 0.95}) == []


def test_faults_of_the_map_and_of_the_traffic_come_together():
    found = faults(["S..", "....", "...?"], obstacles=[lane(row=7), lane(direction="down")])
    assert {path for path, _ in found} == {
        ("map", 0, 0),
        ("map", 2, 3),
        ("map",),
        ("obstacles", 0, "row"),
        ("obstacles", 1, "direction"),
    }


@pytest.mark.parametrize(
    "name", ["می\u200cخواهم", "👨\u200d👩\u200d👧", "🏴\U000e0067\U000e0062\U000e007f", "क\u094d\u200dष"]
)
def test_joined_words_and_emoji_are_names(name):
    level = parse_level(f"format: 1\nname: {name}\nmap: |\n  SG\n", "joined.yaml")
    assert level.name == name
    assert printable(name) == name


@pytest.mark.parametrize("char", ["\u202e", "\u2066", "\x1b", "\ufeff"])
def test_what_steers_a_line_is_no_name(char):
    with pytest.raises(LevelError, match="printable text"):
        parse_level(f'format: 1\nname: "a\\U{ord(char):08X}b"\nmap: |\n  SG\n', "steering.yaml")
    assert printable(char) == "�"
