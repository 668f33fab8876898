"""The JSON Schema for editors is up to date and fits the built-in levels' comment."""

import json

from levels.level import Level
from levels.schema import SCHEMA_FILE, schema_text


def test_the_file_is_fresh():
    assert SCHEMA_FILE.read_text(encoding="utf-8") == schema_text(), "run: python -m levels.schema"


def test_it_speaks_of_the_file_as_one_writes_it():
    schema = json.loads(schema_text())
    assert list(schema["properties"]) == list(Level.model_fields)
    assert schema["required"] == ["format", "name", "map"]
    assert schema["properties"]["map"]["type"] == "string"
    assert schema["properties"]["actions"]["items"]["enum"] == ["right", "up", "left", "down", "wait"]
    assert set(schema["$defs"]) == {"Lane", "Patrol", "Tile", "Rewards", "Learning"}
