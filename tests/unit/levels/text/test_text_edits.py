"""Changes to a level's text: each does what it says, and leaves everything else as it was."""

import pytest

from levels.proof.prove import prove
from levels.text.editing import (
    EditError,
    painted,
    resized,
    rows_of,
    slug,
    with_map,
    with_obstacle,
    with_value,
    without_obstacle,
)
from levels.text.reader import builtin_levels, parse_file, parse_level, read_level
from levels.text.templates import TEMPLATES

BY_HAND = """\
# My street.
name: Street  # the old one
format: 1
obstacles:
  # fast
  - kind: lane
    look: car
    row: 1
    direction: left   # westwards
    at: [2]
  # slow
  - {kind: lane, look: bus, row: 2, direction: right, at: [0]}  # last
map: |   # drawn on Monday
    .G.
    ===
    ===
    .S.

# the end
"""


def changed_lines(before, after):
    """(line before, line after) wherever the two texts of as many lines differ."""
    pairs = list(zip(before.split("\n"), after.split("\n"), strict=True))
    return [(a, b) for a, b in pairs if a != b]


def test_painting_changes_the_cell_and_nothing_else():
    after = painted(BY_HAND, {(0, 0): "T", (3, 2): "R"})
    assert changed_lines(BY_HAND, after) == [("    .G.", "    TG."), ("    .S.", "    .SR")]
    assert parse_level(after, "x").map == ("TG.", "===", "===", ".SR")


def test_cells_off_the_map_are_left_out():
    assert painted(BY_HAND, {(9, 0): "T", (0, 9): "T"}) == BY_HAND


def test_a_key_of_an_obstacle_is_set_where_it_stands():
    after = with_obstacle(BY_HAND, {"direction": "right"}, 0)
    assert changed_lines(BY_HAND, after) == [
        ("    direction: left   # westwards", "    direction: right   # westwards")
    ]


@pytest.mark.parametrize("index", [0, 1])
def test_a_new_key_joins_the_others_in_their_layout(index):
    after = with_obstacle(BY_HAND, {"every": 3}, index)
    assert parse_level(after, "x").obstacles[index].every == 3
    assert after.replace("\n    every: 3", "").replace(", every: 3", "") == BY_HAND


def test_an_obstacle_more_stands_last_in_the_list():
    keys = {"kind": "lane", "row": 1, "direction": "left", "at": [0], "look": "car"}
    after = with_obstacle(BY_HAND, keys)
    line = "  - {kind: lane, look: car, row: 1, direction: left, at: [0]}"
    assert after.split("\n")[12] == line
    assert after.replace(line + "\n", "") == BY_HAND


def test_an_obstacle_goes_with_its_lines_alone():
    assert without_obstacle(BY_HAND, 0) == BY_HAND.replace(
        "  - kind: lane\n    look: car\n    row: 1\n    direction: left   # westwards\n    at: [2]\n", ""
    )
    once = without_obstacle(BY_HAND, 1)
    assert parse_level(once, "x").obstacles == parse_level(BY_HAND, "x").obstacles[:1]
    assert parse_level(without_obstacle(once, 0), "x").obstacles == ()


def test_lists_on_one_line_stay_on_it():
    text = (
        TEMPLATES["Grid"].rstrip()
        + "\nobstacles: [{kind: lane, look: car, row: 1, direction: left, at: [0]}]\n"
    )
    keys = {"kind": "lane", "look": "car", "row": 4, "direction": "left", "at": [1]}
    more = with_obstacle(text, keys)
    assert more.count("\n") == text.count("\n")
    assert len(parse_level(more, "x").obstacles) == 2
    assert without_obstacle(more, 1) == text
    assert parse_level(without_obstacle(more, 0), "x").obstacles[0].row == 4


def test_the_first_obstacle_gets_its_key():
    after = with_obstacle(
        TEMPLATES["Grid"], {"kind": "patrol", "look": "robot", "path": [[0, 0]], "closed": False, "at": [0]}
    )
    assert after.startswith(TEMPLATES["Grid"])
    empty = TEMPLATES["Grid"] + "obstacles: []\n"
    filled = with_obstacle(empty, {"kind": "lane", "look": "car", "row": 0, "direction": "left", "at": [0]})
    assert len(parse_level(filled, "x").obstacles) == 1


@pytest.mark.parametrize(
    "drawing",
    [
        'map: ["S.", ".G"]  # two rows\nname: x\nformat: 1\n',
        'format: 1\nname: x\nmap:\n  - "S."\n  - ".G"\n',
        'format: 1\nname: x\nmap: "S.\\n.G"\n',
    ],
)
def test_any_way_of_writing_a_map_can_be_painted(drawing):
    after = painted(drawing, {(0, 1): "#"})
    assert parse_level(after, "x").map == ("S#", ".G")
    assert ("# two rows" in after) == ("# two rows" in drawing)


def test_a_map_can_grow_and_shrink():
    rows = rows_of(BY_HAND)
    assert resized(rows, 5, 4) == [".G..", "====", "====", ".S..", "...."]
    assert resized(rows, 2, 2) == [".G", "=="]
    after = with_map(BY_HAND, resized(rows, 5, 4))
    assert parse_level(after, "x").map[4] == "...."
    assert "# the end" in after


def test_a_start_at_the_edge_is_not_repeated():
    assert resized(["#.G", "S=="], 3, 4) == ["#.G.", "S===", ".==="]
    assert resized(["#G"], 1, 4) == ["#G.."]


def test_words_are_quoted_where_they_have_to_be():
    after = with_value(BY_HAND, "name", "No: 7 # and on")
    assert parse_level(after, "x").name == "No: 7 # and on"
    assert "# the old one" in after
    assert parse_level(with_value(BY_HAND, "safety", "one_step"), "x").safety == "one_step"


@pytest.mark.parametrize("text", ["", "- a list\n", "a: [", "format: 1\nname: x\n"])
def test_what_is_no_level_is_not_painted(text):
    with pytest.raises(EditError):
        painted(text, {(0, 0): "#"})


def test_there_is_no_obstacle_beyond_the_last():
    with pytest.raises(EditError, match="no obstacle 3"):
        without_obstacle(BY_HAND, 2)


@pytest.mark.parametrize("name", list(builtin_levels()))
def test_every_obstacle_of_every_level_can_be_changed_and_deleted(name):
    path = builtin_levels()[name]
    text, level = path.read_text(encoding="utf-8"), read_level(path)
    assert rows_of(text) == list(level.map)
    for index in range(len(level.obstacles)):
        assert parse_level(with_obstacle(text, {"every": 7}, index), name).obstacles[index].every == 7
        left = level.obstacles[:index] + level.obstacles[index + 1 :]
        assert parse_level(without_obstacle(text, index), name).obstacles == left


@pytest.mark.parametrize("name", list(TEMPLATES))
def test_templates_are_certified(name):
    proof = prove(parse_file(TEMPLATES[name], name))
    assert proof.objection is None
    assert proof.certificate.shortest > 5


def test_files_are_named_after_their_level():
    assert slug("Rush Hour, 2nd!") == "rush_hour_2nd.yaml"
    assert slug("Überquerung /../x") == "berquerung_x.yaml"
    assert slug("横断") == "level.yaml"


BASE = "format: 1\nname: x\nmap: |\n  S..\n  ...\n  ..G"
CAR = {"kind": "lane", "look": "car", "row": 1, "direction": "left", "at": [0]}
ONE = "{kind: lane, look: car, row: 1, direction: left, at: [0]}"


@pytest.mark.parametrize(
    "text",
    [
        BASE,
        BASE + "\n",
        BASE + "\n\n# the end\n",
        "---\n" + BASE + "\n...\n",
        "  format: 1\n  name: x\n  map: |\n    S..\n    ...\n    ..G\n",
        BASE.replace("map: |", "map: |-") + "\n",
        BASE.replace("map: |", "map: |2") + "\n",
        BASE + "\nobstacles:\n",
        BASE + "\nobstacles: []\n",
    ],
)
def test_an_obstacle_is_added_and_taken_away_whatever_the_end_of_the_text_is(text):
    more = with_obstacle(text, CAR)
    level = parse_level(more, "x")
    assert len(level.obstacles) == 1
    assert level.map == ("S..", "...", "..G")
    fewer = without_obstacle(more, 0)
    assert parse_level(fewer, "x").obstacles == ()
    assert parse_level(painted(fewer, {(1, 1): "#"}), "x").map[1] == ".#."


@pytest.mark.parametrize(
    "listed",
    [
        f"  -\n    {ONE}\n  - # the other\n    {ONE.replace('1', '2')}\n",
        f"  - kind: lane\n    look: car\n    row: 1\n    direction: left\n    at:\n    - 0\n  - {ONE}\n",
        f"- {ONE}\n- {ONE.replace('1', '2')}\n",
    ],
)
def test_lists_in_any_layout_can_be_changed(listed):
    text = BASE + "\nobstacles:\n" + listed
    before = parse_level(text, "x").obstacles
    assert parse_level(with_obstacle(text, {"at": [1, 2]}, 0), "x").obstacles[0].at == (1, 2)
    for index in (0, 1):
        after = parse_level(without_obstacle(text, index), "x").obstacles
        assert after == before[:index] + before[index + 1 :]


def test_comments_below_the_last_obstacle_do_not_become_rows():
    text = BASE + f"\nobstacles:\n  - {ONE}\n  # note\n\n  # more\n# the end\n"
    after = without_obstacle(text, 0)
    assert parse_level(after, "x").map == ("S..", "...", "..G")
    assert after.endswith("..G\n# the end\n")


@pytest.mark.parametrize("drawing", ["[]", '[""]', '""', ""])
def test_an_empty_map_is_not_painted_but_may_be_given_rows(drawing):
    text = f"format: 1\nname: x\nmap: {drawing}\n".replace(": \n", ":\n")
    with pytest.raises(EditError):
        rows_of(text)
    assert parse_level(with_map(text, ["SG"]), "x").map == ("SG",)


def test_a_level_in_braces_is_left_alone():
    text = '{"format": 1, "name": "x", "map": ["S..", "...", "..G"]}\n'
    for change in (lambda: painted(text, {(0, 1): "#"}), lambda: with_obstacle(text, CAR)):
        with pytest.raises(EditError, match="braces"):
            change()
