"""The JSON Schema for editors: fresh, in the words of draft 7, fitting for every built-in level."""

import copy
import json
import re

import pytest

from levels.files.strict_yaml import read_yaml
from levels.model.level import Level
from levels.model.obstacles import OBSTACLES
from levels.text.reader import builtin_levels
from levels.text.schema import SCHEMA_FILE, schema_text

ANNOTATIONS = {"$schema", "title", "description", "default", "definitions"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}
SIZES = {"Length": str, "Items": list}
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


class Draft7:
    """The part of JSON Schema, draft 7, that the file uses; any other keyword is an error of the file."""

    def __init__(self, root):
        self.root = root

    def fits(self, schema, value):
        """Whether a value fits; by draft 7 whatever stands beside a $ref is passed over."""
        if "$ref" in schema:
            assert set(schema) == {"$ref"}
            return self.fits(self.at(schema["$ref"]), value)
        return all(self.word(schema, word, value) for word in schema if word not in ANNOTATIONS)

    def at(self, reference):
        found = self.root
        for key in reference.removeprefix("#/").split("/"):
            found = found[key]
        return found

    def word(self, schema, word, value):
        said = schema[word]
        number = isinstance(value, int | float) and not isinstance(value, bool)
        match word:
            case "type" if said in ("number", "integer"):
                return number and (said == "number" or value == int(value))
            case "type":
                return isinstance(value, TYPES[said])
            case "const":
                return value == said
            case "enum":
                return value in said
            case "pattern":
                return not isinstance(value, str) or re.search(said, value) is not None
            case "minimum" | "maximum" | "exclusiveMinimum":
                less = {"minimum": said <= value, "maximum": value <= said} if number else {}
                return not number or less.get(word, said < value)
            case "minLength" | "maxLength" | "minItems" | "maxItems":
                if not isinstance(value, SIZES[word[3:]]):
                    return True
                return said <= len(value) if word.startswith("min") else len(value) <= said
            case "required":
                return not isinstance(value, dict) or set(said) <= set(value)
            case "allOf" | "anyOf" | "oneOf":
                fitting = sum(self.fits(part, value) for part in said)
                return {"allOf": fitting == len(said), "anyOf": fitting > 0, "oneOf": fitting == 1}[word]
            case "items":
                entries = value if isinstance(value, list) else []
                parts = said if isinstance(said, list) else [said] * len(entries)
                return all(self.fits(*pair) for pair in zip(parts, entries, strict=False))
            case "properties":
                inner = [
                    (part, value[key])
                    for key, part in said.items()
                    if isinstance(value, dict) and key in value
                ]
                return all(self.fits(*pair) for pair in inner)
            case "propertyNames":
                return all(self.fits(said, key) for key in value) if isinstance(value, dict) else True
            case "additionalProperties":
                others = set(value) - set(schema.get("properties", {})) if isinstance(value, dict) else set()
                return not others if said is False else all(self.fits(said, value[key]) for key in others)
        raise AssertionError(f"{word} is no keyword of draft 7 that this test knows")


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
