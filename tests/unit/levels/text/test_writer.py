"""Level → YAML: readable, and read back to an equal level."""

import pytest

from levels.text.reader import builtin_levels, parse_level, read_level
from levels.text.writer import to_yaml
from tests.conftest import tiny


@pytest.mark.parametrize("name", builtin_levels())
def test_built_in_levels_survive(name):
    level = read_level(builtin_levels()[name])
    assert parse_level(to_yaml(level), name) == level


def test_the_text_looks_written_by_hand():
    level = tiny(
        ["S.x.", "....", "...G"],
        about="Two lines:\nthe second",
        legend={"x": {"look": "crate"}, "*": {"look": "bush", "blocks": False}},
        actions=["wait", "up", "right"],
        obstacles=[
            {"kind": "lane", "look": "truck", "row": 1, "direction": "left", "every": 2, "at": [0, 2]},
            {"kind": "patrol", "look": "robot", "path": [[2, 0], [2, 1]], "closed": False, "at": [0]},
        ],
        rewards={"step": -1, "goal": 0.5},
        learning={"learning_rate": 1e-05, "discount": 1},
    )
    assert to_yaml(level) == (
        "format: 1\n"
        "name: tiny\n"
        'about: "Two lines:\\nthe second"\n'
        "map: |\n  S.x.\n  ....\n  ...G\n"
        'legend:\n  x: {look: crate, blocks: true}\n  "*": {look: bush, blocks: false}\n'
        "actions: [right, up, wait]\n"
        "obstacles:\n"
        "  - {kind: lane, look: truck, row: 1, direction: left, every: 2, at: [0, 2]}\n"
        "  - {kind: patrol, look: robot, path: [[2, 0], [2, 1]], closed: false, at: [0]}\n"
        "rewards: {goal: 0.5}\n"
        "learning: {learning_rate: 1e-05}\n"
    )
    assert parse_level(to_yaml(level), "again") == level


@pytest.mark.parametrize(
    "name",
    ["no", "true", "null", "12", "1e-3", "a: b", "a #b", "- a", "'a'", '"a" \\', "x ", " x",
    "é 渡る 🐔", "#", "*", "a-",
     "0x1F", "Z: ", "!a", "@", "e1", "a" + "." * 60 + ";"],
)  # fmt: skip
def test_names_survive(name):
    level = tiny(["SG"], name=name)
    assert parse_level(to_yaml(level), "again").name == name
