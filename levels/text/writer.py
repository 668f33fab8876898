"""Level → YAML, laid out as written by hand. Reading the text gives an equal level."""

import re
from typing import Any

from levels.files.strict_yaml import scalar
from levels.model.board import Action
from levels.model.level import Level

PLAIN = re.compile(r"[A-Za-z](?:[A-Za-z0-9_ ,.!?'()-]*[A-Za-z0-9_.!?)])?")


def to_yaml(level: Level) -> str:
    """The level as a file of format 1; whatever equals its default is left out."""
    said = level.model_dump(exclude_defaults=True)
    lines = ["format: 1", f"name: {scalar_text(level.name)}"]
    if level.about:
        lines.append(f"about: {scalar_text(level.about)}")
    lines += ["map: |", *(f"  {row}" for row in level.map)]
    if level.legend:
        lines.append("legend:")
        lines += [
            f"  {scalar_text(char)}: {inline(tile.model_dump())}" for char, tile in level.legend.items()
        ]
    lines += [f"{key}: {inline(said[key])}" for key in ("actions", "walls", "safety") if key in said]
    if level.obstacles:
        lines.append("obstacles:")
        lines += [f"  - {inline(kind_first(obstacle))}" for obstacle in said["obstacles"]]
    lines += [f"{key}: {inline(said[key])}" for key in ("rewards", "learning") if said.get(key)]
    return "\n".join(lines) + "\n"


def kind_first(obstacle: dict[str, Any]) -> dict[str, Any]:
    """The keys of an obstacle in reading order: its kind, its path, its vehicles."""
    shared = ["every", "hop", "late", "carries", "at"]
    own = [key for key in obstacle if key not in ("kind", "look", *shared)]
    return {key: obstacle[key] for key in ("kind", "look", *own, *shared) if key in obstacle}


def inline(value: Any) -> str:
    """A value on one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {inline(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(inline(entry) for entry in value) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Action):
        return value.name.lower()
    if isinstance(value, float):
        return repr(value).removesuffix(".0")
    return str(value)


def scalar_text(text: str) -> str:
    """Text as a YAML scalar: plain where that is unmistakable, otherwise in double quotes."""
    if len(text) < 200 and PLAIN.fullmatch(text) and isinstance(scalar(text), str):
        return text
    return '"' + "".join(_escaped(char) for char in text) + '"'


def _escaped(char: str) -> str:
    if char in '"\\':
        return "\\" + char
    if char == "\n":
        return "\\n"
    return char if char.isprintable() else f"\\U{ord(char):08X}"
