"""The JSON Schema for editors: fresh, in the words of draft 7, fitting for every built-in level."""

import copy
import json

import pytest

from levels.files.strict_yaml import read_yaml
from levels.model.level import Level
from levels.model.obstacles import OBSTACLES
from levels.text.reader import builtin_levels
from levels.text.schema import SCHEMA_FILE, schema_text
from tests.draft7 import Draft7

GOOD = """\
format: 1
name: case
map: |
  S..x
  ...G
legend: {x: {look: crate}}
obstacles:
  - {kind: lane, look: car, row: 1, direction: left, at: [2]}
  - {kind: patrol, look: robot, path: [[0, 1], [0, 2]], closed: false, at: [0], every: 2}
rewards: {step: -1, goal: 0}
learning: {learning_rate: 7e-2}
"""


@pytest.fixture
def fits():
    schema = json.loads(schema_text())
    return lambda value: Draft7(schema).fits(schema, value)


def test_the_file_is_fresh():
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), "run: python -m levels.text.schema"


def test_it_speaks_of_the_file_as_one_writes_it():
    schema = json.loads(schema_text())
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    assert list(schema["properties"]) == list(Level.model_fields)
    assert schema["required"] == ["format", "name", "map"]
    assert schema["properties"]["map"]["type"] == "string"
    assert schema["properties"]["actions"]["items"]["enum"] == ["right", "up", "left", "down", "wait"]
    kinds = {model.__name__ for model in OBSTACLES.values()}
    assert set(schema["definitions"]) == kinds | {"Tile", "Rewards", "Learning"}
    assert all(part.get("description") for key, part in schema["properties"].items())


@pytest.mark.parametrize("name", builtin_levels())
def test_every_built_in_level_fits_and_names_it(fits, name):
    path = builtin_levels()[name]
    text = path.read_text(encoding="utf-8")
    assert fits(read_yaml(text).data)
    first = text.split("\n", 1)[0]
    assert first.startswith("# yaml-language-server: $schema=")
    assert (path.parent / first.partition("=")[2]).resolve() == SCHEMA_FILE.resolve()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("format",), 2),
        (("name",), ""),
        (("name",), 12),
        (("map",), ["S.G"]),
        (("unknown",), 1),
        (("actions",), ["jump"]),
        (("actions",), []),
        (("legend", "ab"), {"look": "crate"}),
        (("legend", "x", "look"), "A Crate"),
        (("obstacles", 0, "kind"), "lne"),
        (("obstacles", 0, "direction"), "north"),
        (("obstacles", 0, "at"), []),
        (("obstacles", 0, "hop"), 0),
        (("obstacles", 0, "closed"), True),
        (("obstacles", 1, "path", 0), [0]),
        (("obstacles", 1, "path", 0), [0, 1, 2]),
        (("obstacles", 1, "path", 0), [0, "a"]),
        (("rewards", "step"), 1),
        (("learning", "learning_rate"), 0),
        (("learning", "learning_rate"), "7e-2"),
    ],
)
def test_what_the_reader_refuses_in_a_value_an_editor_marks(fits, path, value):
    data = read_yaml(GOOD).data
    assert fits(data)
    changed = copy.deepcopy(data)
    inner = changed
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    assert not fits(changed)
