"""The JSON Schema with which editors complete level files. `python -m levels.text.schema` rewrites it."""

import json
from pathlib import Path
from typing import Any

from levels.files.saving import replacing
from levels.model.level import ACTION_NAMES, Level

SCHEMA_FILE = Path(__file__).parents[1] / "level.schema.json"
WORDS = {"$defs": "definitions", "prefixItems": "items"}
"""Keywords of draft 2020-12 → of draft 7."""


def schema_text() -> str:
    """The schema as stored: the model's own, with map and actions as one writes them."""
    schema: dict[str, Any] = {"$schema": "http://json-schema.org/draft-07/schema#"}
    schema |= as_draft_7(Level.model_json_schema(ref_template="#/definitions/{model}"))
    schema["title"] = "Safe Crossing level, format 1"
    schema["description"] = "A level: its drawing, obstacles, rewards and settings of learning."
    schema["properties"]["map"] = {
        "type": "string",
        "description": "The drawing, one character a cell: . ground, # wall, S start, G goal, T tree, "
        "H house, B building, R rock, = road, - rail, , pavement, ~ water.",
    }
    schema["properties"]["actions"]["items"] = {"enum": list(ACTION_NAMES)}
    schema["properties"]["actions"]["default"] = [
        action.name.lower() for action in Level.model_fields["actions"].default
    ]
    schema["definitions"].pop("Action", None)
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def as_draft_7(node: Any) -> Any:
    """A schema of pydantic's (draft 2020-12) in the words of draft 7, which more editors speak."""
    if isinstance(node, list):
        return [as_draft_7(entry) for entry in node]
    if not isinstance(node, dict):
        return node
    said = {WORDS.get(key, key): as_draft_7(value) for key, value in node.items() if key != "discriminator"}
    if "$ref" in said and len(said) > 1:  # draft 7 ignores whatever is next to a $ref
        return {"allOf": [{"$ref": said.pop("$ref")}], **said}
    return said


if __name__ == "__main__":
    with replacing(SCHEMA_FILE) as file:
        file.write(schema_text())
