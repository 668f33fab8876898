"""The JSON Schema of lessons: fresh, fitting for every built-in lesson, and strict where the reader is."""

import copy
import json

import pytest

from levels.files.strict_yaml import read_yaml
from levels.lessons.blocks import LessonBlock
from levels.lessons.lesson import Asked, Deed, Target
from levels.lessons.reader import builtin_lessons
from levels.lessons.schema import SCHEMA_FILE, schema_text
from tests.draft7 import Draft7

GOOD = """\
lesson: 1
name: case
level: patience
steps:
  - {say: Look., point: goal, do: learned}
  - {say: Tell me., point: [6, 4], ask: best, at: [6, 4], phase: 3, why: It is.}
"""


@pytest.fixture(scope="module")
def schema():
    return json.loads(schema_text())


def test_the_file_is_fresh():
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), "run: python -m levels.lessons.schema"


def test_it_speaks_of_the_file_as_one_writes_it(schema):
    assert list(schema["properties"]) == list(LessonBlock.model_fields)
    assert schema["required"] == ["lesson", "name", "level", "steps"]
    for words in (Target, Deed, Asked):
        assert schema["definitions"][words.__name__]["enum"] == [str(word) for word in words]
    step = schema["definitions"]["StepBlock"]["properties"]
    assert all(part["description"] for part in (*schema["properties"].values(), *step.values()))


@pytest.mark.parametrize("name", builtin_lessons())
def test_every_built_in_lesson_fits_and_names_it(schema, name):
    path = builtin_lessons()[name]
    text = path.read_text(encoding="utf-8")
    assert Draft7(schema).fits(schema, read_yaml(text).data)
    first = text.split("\n", 1)[0]
    assert first.startswith("# yaml-language-server: $schema=")
    assert (path.parent / first.partition("=")[2]).resolve() == SCHEMA_FILE.resolve()


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("lesson",), 2),
        (("name",), ""),
        (("unknown",), 1),
        (("seed",), -1),
        (("steps",), []),
        (("steps", 0, "say"), "x" * 241),
        (("steps", 0, "point"), "goall"),
        (("steps", 0, "do"), "learn"),
        (("steps", 1, "point"), [1]),
        (("steps", 1, "ask"), "why"),
        (("steps", 1, "at"), [0, "a"]),
        (("steps", 1, "phase"), 0.5),
        (("steps", 1, "unknown"), 1),
    ],
)
def test_what_the_reader_refuses_in_a_value_an_editor_marks(schema, path, value):
    data = read_yaml(GOOD).data
    assert Draft7(schema).fits(schema, data)
    changed = inner = copy.deepcopy(data)
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    assert not Draft7(schema).fits(schema, changed)
