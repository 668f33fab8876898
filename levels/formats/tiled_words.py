"""The words in a Tiled map: classes, names and properties, and which of them block.

A start or a goal is one by its class alone. What blocks is known by more: a class, a name or a layer's name
such as `walls`, `lava` or `Deep Water`, a property such as `solid` or `walkable`; so no wall opens for want
of the one right word.
"""

import re
from typing import Any

from levels.files.problems import shown
from levels.files.text import file_error
from levels.formats.drawing import MEANINGS

BLOCKS = (
    *("blocks", "solid", "collides", "collidable", "collision", "collide", "blocked", "blocking"),
    *("impassable", "unwalkable", "obstacle"),
)
OPENS = ("walkable", "passable", "traversable")
"""Properties, true or false, that say whether a tile, an object or a layer blocks."""
WALLS = re.compile(
    "barrier|block|blocker|blocking|blocked|border|boundary|bound|collidable|collide|collider|collision|cliff|"
    "fence|hedge|impassable|obstacle|obstruction|solid|unwalkable"
)
"""Words that stand for a wall."""
HAZARDS = re.compile(
    "abyss|acid|chasm|danger|deadly|fire|hazard|lake|lava|magma|ocean|pit|pond|pool|river|sea|spike|thorn|trap"
)
"""Words for cells that the agent must not enter; they become looks."""
TRAILING = re.compile("tile|layer|object|area|zone|left|right|top|bottom|north|south|east|west|corner|[0-9]+")
"""Last words that don't name the kind of thing: `wall_left`, `Collision Layer`."""
NOT = {"no", "not", "non", "without"}
TRUTHS = {"true": True, "false": False, "1": True, "0": False, "yes": True, "no": False}
KNOWN = (
    f"a class such as wall, water or road, or one of the properties {', '.join(BLOCKS)}, {', '.join(OPENS)}"
)


def tokens(said: str) -> list[str]:
    """The words in a class or a name, in lower case and singular: `DeepWaters_02` → deep, water, 02."""
    parts = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Za-z])(?=[0-9])", "_", said[:200])
    words = [word.lower() for word in re.split(r"[\W_]+", parts) if word]
    return [re.sub(r"(?<!s)s$", "", re.sub(r"ies$", "y", word)) for word in words]


def look_of(said: str) -> str:
    """The legend word or look of a class or a name that sounds like something that blocks; otherwise "".

    The last word says what a thing is: `stone_wall` is a wall, `wall_torch` is none.
    """
    words = tokens(said)
    while len(words) > 1 and TRAILING.fullmatch(words[-1]):
        words.pop()
    if not words or NOT & set(words):
        return ""
    kind = words[-1]
    if WALLS.fullmatch(kind):
        return "wall"
    return kind if HAZARDS.fullmatch(kind) or MEANINGS.get(kind, ".") in "#THBR~" else ""


def blocks_of(record: dict[str, Any], what: str, name: str) -> bool | None:
    """Whether the properties of a tile, an object or a layer make it block; None if they don't say.

    Args:
        record: in the shape of Tiled's JSON.
        what: how messages call it.
        name: of the file.

    Raises:
        LevelError: such a property is neither true nor false, or two of them contradict each other.
    """
    found: dict[bool, str] = {}
    for entry in properties_of(record):
        key = str(entry.get("name")).strip().lower()
        if key in BLOCKS or key in OPENS:
            value = truth_of(entry.get("value"))
            if value is None:
                message = f"the property {shown(entry['name'])} of {what} is {shown(entry.get('value'))}"
                raise file_error(name, message, "make it true or false, or give it another name")
            found[value == (key in BLOCKS)] = str(entry["name"])
    if len(found) == 2:
        message = (
            f"{what} blocks by its property {shown(found[True])}, and by {shown(found[False])} it does not"
        )
        raise file_error(name, message, "keep one of the two properties")
    return next(iter(found), None)


def properties_of(record: dict[str, Any]) -> list[dict[str, Any]]:
    """The custom properties, each with name and value; old files in JSON keep them as one object."""
    said = record.get("properties")
    if isinstance(said, dict):
        return [{"name": key, "value": value} for key, value in said.items()]
    return [entry for entry in said if isinstance(entry, dict)] if isinstance(said, list) else []


def property_of(record: dict[str, Any], name: str) -> Any:
    """The value of a custom property, None where there is none of that name."""
    return next((entry.get("value") for entry in properties_of(record) if entry.get("name") == name), None)


def truth_of(value: Any) -> bool | None:
    """True or false, in JSON or in the text of XML; None for anything else."""
    if isinstance(value, bool | int | str):
        return TRUTHS.get(str(value).strip().lower())
    return None


def class_of(record: dict[str, Any]) -> str:
    """The class; its key is `type` or `class`, depending on Tiled's version."""
    for key in ("class", "type"):
        if isinstance(record.get(key), str) and record[key].strip():
            return str(record[key]).strip()
    return ""


def called(record: dict[str, Any]) -> str:
    """The name of an object in messages: its name or its number."""
    said = record.get("name")
    return f"object {shown(said)}" if isinstance(said, str) and said else f"object {record.get('id', 0)}"
