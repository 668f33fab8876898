"""The JSON Schema with which editors complete lessons. `python -m levels.lessons.schema` rewrites it."""

import json
from pathlib import Path
from typing import Any

from levels.files.saving import replacing
from levels.lessons.blocks import LessonBlock
from levels.lessons.lesson import Asked, Deed, Target
from levels.text.schema import as_draft_7

SCHEMA_FILE = Path(__file__).parents[1] / "lesson.schema.json"


def schema_text() -> str:
    """The schema as stored: the model's own, without what our enumerations say of themselves."""
    schema: dict[str, Any] = {"$schema": "http://json-schema.org/draft-07/schema#"}
    schema |= as_draft_7(LessonBlock.model_json_schema(ref_template="#/definitions/{model}"))
    for words in (Target, Deed, Asked):
        del schema["definitions"][words.__name__]["description"]
    schema["title"] = "Safe Crossing lesson, format 1"
    schema["description"] = "A lesson: a level, and steps that point, wait or ask."
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    with replacing(SCHEMA_FILE) as file:
        file.write(schema_text())
