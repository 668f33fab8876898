"""The model's complaint about a single value, in words: pydantic's error records → Faults."""

import difflib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ValidationError

from levels.files.problems import Fault, Path, shown
from levels.files.strict_yaml import MAX_NUMBER
from levels.model.level import ACTION_NAMES, Learning, Level, Rewards, Tile
from levels.model.obstacles import OBSTACLES
from levels.text.map_block import MAP_HINT

ELSEWHERE = {
    "beta": "β is called “learning_rate”, under “learning”",
    "gamma": "γ is called “discount”, under “learning”",
    "alpha": "the step size is called “learning_rate”, under “learning”",
    "size": "the map gives the size, at most 1,000 × 1,000 cells",
    "width": "the map gives the size, at most 1,000 × 1,000 cells",
    "height": "the map gives the size, at most 1,000 × 1,000 cells",
    "start": "the map gives the start: draw “S” there",
    "goal": "the map gives the goal: draw “G” there; its reward is under “rewards”",
    "speed": "an obstacle moves “hop” cells every “every” ticks",
}
"""Keys known from other programs → what to write here."""

MISSING = {
    "format": "write “format: 1” in the first line",
    "name": "write “name: …”, the title in the menu",
    "map": MAP_HINT,
    "look": "give its look, for example “look: car”",
    "at": "list where its vehicles start, for example “at: [0]”",
    "direction": "write left or right on a row, up or down on a column",
    "path": "list its corners, for example “path: [[2, 4], [2, 9]]”",
    "closed": "write true to walk in a loop, false to turn around at the ends",
    "lesson": "write “lesson: 1” in the first line",
    "level": "write “level: …”, a built-in level's name or the path of a level file",
    "steps": "list them below “steps:”, each with “- say: …”",
    "say": "write “say: …”, one or two sentences",
}
VERSIONS = (("format",), ("lesson",))
"""The keys that name the version of a file's format."""
NUMBER_KINDS = {"int_type": "a whole number", "float_type": "a number"}
KINDS = {
    "string_type": "text",
    "bool_type": "true or false",
    "tuple_type": "a list",
    "list_type": "a list",
    "dict_type": "a block of keys",
    "model_type": "a block of keys",
    "model_attributes_type": "a block of keys",
}
BOUNDS = {
    "greater_than": ("gt", "above"),
    "greater_than_equal": ("ge", "of at least"),
    "less_than": ("lt", "below"),
    "less_than_equal": ("le", "of at most"),
}


@dataclass(frozen=True)
class Grammar:
    """Which keys a kind of file knows, for hints on unknown ones.

    Attributes:
        keys: the keys of the block at a path of the document.
        blocks: named blocks that a key may belong to instead.
        elsewhere: keys known from other programs → what to write here.
    """

    keys: Callable[[Path, dict[str, Any]], list[str]]
    blocks: Mapping[str, type[BaseModel]]
    elsewhere: Mapping[str, str]


def records_of(errors: ValidationError) -> list[Any]:
    """Pydantic's error records, without those that only follow from others.

    It counts sound entries only, so a list whose entries are all faulty is "too short" as well.
    """
    return [
        record
        for record in errors.errors(include_url=False)
        if not (record["type"] == "too_short" and record["input"])
    ]


def fault_of(error: Any, data: dict[str, Any], grammar: Grammar | None = None) -> Fault:
    """The Fault for one of pydantic's error records on the document; without a grammar it is a level."""
    grammar = grammar or LEVEL
    path, kind, value = document_path(error["loc"]), error["type"], error["input"]
    bounds = error.get("ctx", {})
    key = next((part for part in reversed(path) if isinstance(part, str)), "")
    what = f"{key} of {shown(value)}" if key else shown(value)
    if kind == "missing" and isinstance(path[-1], int):
        return Fault(path[:-1], "a cell is a pair [row, column]", "write two whole numbers")
    if kind == "missing":
        return Fault(path, f"“{key}” is missing", MISSING.get(key, ""))
    if kind == "extra_forbidden":
        known = grammar.keys(path[:-1], data)
        return Fault(path, f"unknown key {shown(key)}", _place_of(key, known, grammar))
    if path[-1:] == ("[key]",):
        return Fault(
            path[:-1], f"{shown(value)} is not one character", "the legend defines single characters"
        )
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return _kind_fault(path, value)
    if value is None and kind in KINDS | NUMBER_KINDS:
        return Fault(
            path, f"“{key}” has no value", MAP_HINT if path == ("map",) else "write one, or delete the key"
        )
    if path[:1] == ("map",):
        return Fault(("map",), "the map is not a drawing", MAP_HINT)
    if kind in NUMBER_KINDS:
        return Fault(path, f"{key}: {shown(value)} is not {NUMBER_KINDS[kind]}", _number_hint(value, kind))
    if kind in KINDS:
        return Fault(path, f"{key}: {shown(value)} is not {KINDS[kind]}", _kind_hint(value, kind))
    if kind in ("literal_error", "enum"):
        if path in VERSIONS:
            quoted = isinstance(data[key], str) and str(value).strip() == "1"
            hint = f"remove the quotes: “{key}: 1”" if quoted else f"this program reads “{key}: 1”"
            return Fault(path, f"this file has {key} {shown(value)}", hint)
        choices = re.findall(r"'([^']*)'", bounds["expected"])
        return Fault(path, f"{key} can't be {shown(value)}", _choice_hint(value, choices))
    if kind in BOUNDS:
        name, relation = BOUNDS[kind]
        limit = f"{bounds[name]:,}".removesuffix(".0")
        return Fault(path, f"{what} is out of bounds", f"write a number {relation} {limit}")
    if kind == "finite_number":
        return Fault(path, f"{key}: {shown(value)} is not a finite number", "write a finite number")
    if kind == "string_pattern_mismatch":
        hint = "a look is a name in small letters, digits and _, such as car_red"
        return Fault(path, f"{key}: {shown(value)} is not the name of a look", hint)
    if kind in ("string_too_long", "string_too_short", "too_long", "too_short"):
        return _length_fault(path, key, kind, bounds)
    said = str(bounds.get("error", "")) or f"{key}: {shown(value)} can't be used here"
    hint = _choice_hint(value, list(ACTION_NAMES)) if path[:1] == ("actions",) and len(path) > 1 else ""
    return Fault(path, said, hint)


def document_path(loc: tuple[Any, ...]) -> Path:
    """The path in the document, without the kind of obstacle that pydantic adds after its number."""
    if loc[:1] == ("obstacles",) and len(loc) > 2:
        return (*loc[:2], *loc[3:])
    return tuple(loc)


def _known_keys(block: Path, data: dict[str, Any]) -> list[str]:
    models: dict[Any, type[BaseModel]] = {"legend": Tile, "rewards": Rewards, "learning": Learning}
    if not block:
        return list(Level.model_fields)
    if block[0] == "obstacles":
        return list(OBSTACLES[data["obstacles"][block[1]]["kind"]].model_fields)
    return list(models[block[0]].model_fields)


LEVEL = Grammar(_known_keys, {"learning": Learning, "rewards": Rewards}, ELSEWHERE)
"""Level files."""


def _place_of(key: str, known: list[str], grammar: Grammar) -> str:
    """Where an unknown key may have belonged."""
    close = difflib.get_close_matches(key[:40].lower(), known, 1, 0.6)
    if close:
        return f"did you mean “{close[0]}”?"
    for block, model in grammar.blocks.items():
        if key in model.model_fields:
            return f"“{key}” belongs under “{block}”"
    return grammar.elsewhere.get(key, "the keys here are " + ", ".join(known))


def _kind_fault(path: Path, value: Any) -> Fault:
    kinds = list(OBSTACLES)
    if isinstance(value, dict) and "kind" in value:
        said = f"an obstacle's kind can't be {shown(value['kind'])}"
        return Fault((*path, "kind"), said, _choice_hint(value["kind"], kinds))
    if isinstance(value, dict):
        return Fault(path, "“kind” is missing", "write " + " or ".join(f"“kind: {kind}”" for kind in kinds))
    return Fault(path, f"{shown(value)} is not an obstacle", "an obstacle is a block of keys with a kind")


def _choice_hint(value: Any, choices: list[str]) -> str:
    close = difflib.get_close_matches(str(value)[:40].lower(), choices, 1, 0.6)
    return f"did you mean “{close[0]}”?" if close else "write " + " or ".join(choices)


def _number_hint(value: Any, kind: str) -> str:
    if isinstance(value, float):
        return "write it without a decimal point"
    if isinstance(value, str):
        if len(value) > MAX_NUMBER:
            return f"a number has at most {MAX_NUMBER} characters"
        plain = value.replace("_", "").replace(",", "." if kind == "float_type" else "").strip()
        if re.fullmatch(r"[-+]?[0-9]+(\.[0-9]+)?", plain):
            return f"write {plain}, without quotes"
        if ":" in value:
            return "a colon makes it text"
    return ""


def _kind_hint(value: Any, kind: str) -> str:
    if kind == "string_type" and not isinstance(value, dict | list):
        return "put it in quotes"
    if kind == "bool_type" and isinstance(value, str):
        return {"yes": "write true", "on": "write true", "no": "write false", "off": "write false"}.get(
            value.lower(), ""
        )
    if kind in ("tuple_type", "list_type") and not isinstance(value, dict):
        return f"write [{str(value)[:20]}]"
    return ""


def _length_fault(path: Path, key: str, kind: str, bounds: dict[str, Any]) -> Fault:
    short = kind.endswith("short")
    if kind.startswith("string"):
        if short:
            return Fault(path, f"“{key}” is empty", "write some text")
        return Fault(path, f"“{key}” is too long", f"it has at most {bounds['max_length']:,} characters")
    if isinstance(path[-1], int) or bounds.get("max_length") == 2:
        return Fault(path, "a cell is a pair [row, column]", "write two whole numbers")
    if short:
        return Fault(path, f"“{key}” is an empty list", "write at least one entry")
    return Fault(path, f"“{key}” is too long", f"it has at most {bounds['max_length']:,} entries")
