"""The JSON Schema that gives editors completion for level files. `python -m levels.schema` writes it anew."""

import json
from pathlib import Path
from typing import Any

from levels.level import ACTION_NAMES, Level

SCHEMA_FILE = Path(__file__).parent / "level.schema.json"


def schema_text() -> str:
    """The schema as the file holds it: the model's own, with map and actions as one writes them."""
    schema: dict[str, Any] = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    schema |= Level.model_json_schema()
    schema["title"] = "Safe Crossing level, format 1"
    schema["description"] = "One level; the manual describes every key."
    schema["properties"]["map"] = {
        "type": "string",
        "description": "The drawing, one character a cell: . ground, # wall, S start, G goal, T tree, "
        "H house, B building, R rock, = road, - rail, , pavement, ~ water.",
    }
    schema["properties"]["actions"]["items"] = {"enum": list(ACTION_NAMES)}
    schema["properties"]["actions"]["default"] = [
        action.name.lower() for action in Level.model_fields["actions"].default
    ]
    schema["$defs"].pop("Action", None)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA_FILE.write_text(schema_text(), encoding="utf-8", newline="\n")
