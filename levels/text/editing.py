"""A level file's text, changed in one place at a time: comments, order and layout of the rest stay.

PyYAML's node tree says where a value is; the new text is the old one with that piece exchanged. Every
function takes a text that `read_yaml` accepts, with line feeds alone, and gives a new text. Whether it still
is a sound level is the reader's to say.
"""

import re
from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from pathlib import PurePath
from typing import Any

import yaml

from levels.files.strict_yaml import SyntaxFault, read_yaml
from levels.model.board import Cell
from levels.text.writer import inline, kind_first, scalar_text

INDENT = "  "


class EditError(Exception):
    """A text that can't be changed this way; the text is a sentence that says why."""


def painted(text: str, cells: Mapping[Cell, str]) -> str:
    """Give the text with other characters in some cells of its map; cells off the map are left out.

    Raises:
        EditError: the text holds no map.
    """
    rows = [list(row) for row in rows_of(text)]
    for (row, col), char in cells.items():
        if row < len(rows) and col < len(rows[row]):
            rows[row][col] = char
    return with_map(text, ["".join(row) for row in rows])


def rows_of(text: str) -> list[str]:
    """Give the rows of the map.

    Raises:
        EditError: the text holds no map.
    """
    drawing = value_of(text, "map")
    rows = drawing.rstrip("\n").split("\n") if isinstance(drawing, str) else drawing
    if isinstance(rows, list) and rows and all(isinstance(row, str) and row for row in rows):
        return list(rows)
    raise EditError("the text has no map to draw on")


def value_of(text: str, key: str) -> Any:
    """Give the text's value of a top-level key; None if it has none.

    Raises:
        EditError: the text holds no mapping.
    """
    return deepcopy(_document(text).get(key))


def with_map(text: str, rows: Sequence[str]) -> str:
    """Give the text with another map; a block of rows keeps its indentation, anything else becomes one.

    Raises:
        EditError: the text holds no mapping.
    """
    root = _root(text)
    found = _entry(root, "map")
    if found is None:
        return _appended(text, root, "map: |", rows)
    key, value = found
    start, end = value.start_mark.index, _end(value, text)
    indent = " " * key.start_mark.column + INDENT
    if isinstance(value, yaml.ScalarNode) and value.style == "|":
        head_end = _line_end(text, start)
        first = re.match(r"(?:[ ]*\n)*([ ]*)", text[head_end + 1 :])
        indent = first[1] if first and first[1] else indent
        return text[:head_end] + "".join(f"\n{indent}{row}" for row in rows) + text[end:]
    block = "|" + "".join(f"\n{indent}{row}" for row in rows)
    rest = text[end:]
    comment = re.match(r"[ \t]*(#[^\n]*)", rest)
    start, block = _from_colon(text, key, value, block)
    if comment:  # what was said behind the value stands above it from now on
        start_of_line = text.rfind("\n", 0, key.start_mark.index) + 1
        said = text[start_of_line : key.start_mark.index] + comment[1] + "\n"
        return text[:start_of_line] + said + text[start_of_line:start] + block + rest[comment.end() :]
    return text[:start] + block + rest


def with_value(text: str, key: str, value: Any) -> str:
    """Give the text with a key of the level's own set, for instance its name.

    Raises:
        EditError: the text holds no mapping.
    """
    return _with_entry(
        text, _root(text), key, scalar_text(value) if isinstance(value, str) else inline(value)
    )


def with_setting(text: str, block: str, key: str, value: Any) -> str:
    """Give the text with a key of one of the level's blocks set, for instance of its rewards.

    Raises:
        EditError: the text holds no mapping, or something else in the block's place.
    """
    return _with_inner(text, block, key, inline(value), (f"{block}: {{{key}: {inline(value)}}}",))


def with_letter(text: str, char: str, look: str, *, blocks: bool) -> str:
    """Give the text with a character of the level's own that means this, new or changed.

    Raises:
        EditError: the text holds no mapping, or something else in the legend's place.
    """
    said = inline({"look": look, "blocks": blocks})
    return _with_inner(text, "legend", char, said, ("legend:", f"{scalar_text(char)}: {said}"))


def without_letter(text: str, char: str) -> str:
    """Give the text without one of the level's own characters; with the last one the legend goes as well.

    Raises:
        EditError: it has no such character.
    """
    root = _root(text)
    found = _entry(root, "legend")
    legend = found[1] if found is not None else None
    entry = _entry(legend, char) if isinstance(legend, yaml.MappingNode) else None
    if found is None or not isinstance(legend, yaml.MappingNode) or entry is None:
        raise EditError(f"the legend has no “{char}”")
    if len(legend.value) == 1:
        return _without_lines(
            text, found[0].start_mark.index, _comments_end(text, found[0], _end(legend, text))
        )
    if not legend.flow_style:
        return _without_lines(text, entry[0].start_mark.index, _end(entry[1], text))
    index = legend.value.index(entry)
    if index:
        return text[: _end(legend.value[index - 1][1], text)] + text[_end(entry[1], text) :]
    return text[: entry[0].start_mark.index] + text[legend.value[1][0].start_mark.index :]


def with_obstacle(text: str, keys: Mapping[str, Any], index: int | None = None) -> str:
    """Give the text with one obstacle more, or with some keys of an obstacle set.

    Args:
        text: the level's.
        keys: key → value.
        index: of the obstacle to change; None adds one at the end.

    Raises:
        EditError: there is no such obstacle, or the text holds no mapping.
    """
    if index is not None:
        for key, value in keys.items():
            text = _with_entry(text, _obstacle(text, index), key, inline(value))
        return text
    said = inline(kind_first(dict(keys)))
    root = _root(text)
    found = _entry(root, "obstacles")
    if found is None:
        return _appended(text, root, "obstacles:", [f"- {said}"])
    items = found[1]
    if not isinstance(items, yaml.SequenceNode) or not items.value:
        return text[: items.start_mark.index].rstrip(" ") + f"\n{INDENT}- {said}" + text[_end(items, text) :]
    if items.flow_style:
        end = _end(items.value[-1], text)
        return f"{text[:end]}, {said}{text[end:]}"
    end = _line_end(text, _end(items, text))
    dash = " " * items.start_mark.column
    return f"{text[:end]}\n{dash}- {said}{text[end:]}"


def without_obstacle(text: str, index: int) -> str:
    """Give the text without one of its obstacles; with the last one the key goes as well.

    Raises:
        EditError: there is no such obstacle, or the text holds no mapping.
    """
    node = _obstacle(text, index)
    found = _entry(_root(text), "obstacles")
    assert found is not None  # it has the obstacle
    key, items = found
    assert isinstance(items, yaml.SequenceNode)
    if len(items.value) == 1:
        return _without_lines(text, key.start_mark.index, _comments_end(text, key, _end(items, text)))
    if not items.flow_style:
        dash = re.compile(rf"^ {{{items.start_mark.column}}}-", re.MULTILINE)
        dashes = [found.start() for found in dash.finditer(text, 0, node.start_mark.index)]
        return _without_lines(text, dashes[-1], _end(node, text))
    if index:
        return text[: _end(items.value[index - 1], text)] + text[_end(node, text) :]
    return text[: node.start_mark.index] + text[items.value[1].start_mark.index :]


def slug(name: str) -> str:
    """Give a file's name for a level's."""
    words = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")
    return PurePath((words or "level")[:60]).name + ".yaml"


def resized(drawing: Sequence[str], n_rows: int, n_cols: int) -> list[str]:
    """Give the rows of a map grown or cut at the right and at the foot; new cells repeat the edge.

    A start or goal is never repeated: grass, or its row's terrain, replaces it.
    """
    plain = {"S": ".", "G": "."}
    rows = []
    for row in drawing[:n_rows]:
        edge = plain.get(row[-1], row[-1])
        rows.append(row[:n_cols].ljust(n_cols, edge))
    last = "".join(plain.get(char, char) for char in rows[-1])
    return rows + [last] * (n_rows - len(rows))


@lru_cache(2)
def _document(text: str) -> dict[str, Any]:
    """The parsed text; cached, since a change needs it several times. It must not be changed."""
    try:
        data = read_yaml(text).data
    except SyntaxFault as fault:
        raise EditError(f"the text can't be read: {fault}") from None
    if not isinstance(data, dict):
        raise EditError("the text holds no level")
    return data


@lru_cache(2)
def _root(text: str) -> yaml.MappingNode:
    """The tree of a text that the strict reader has accepted, so none that could grow beyond its bounds.

    It is cached as well, and must not be changed.
    """
    _document(text)
    root = yaml.compose(text, Loader=yaml.SafeLoader)
    assert isinstance(root, yaml.MappingNode)
    if root.flow_style:
        raise EditError("the level stands in braces as a whole: such a text is not changed from here")
    return root


def _entry(node: yaml.MappingNode, key: str) -> tuple[yaml.Node, yaml.Node] | None:
    return next(((name, value) for name, value in node.value if name.value == key), None)


def _obstacle(text: str, index: int) -> yaml.MappingNode:
    found = _entry(_root(text), "obstacles")
    items = found[1].value if found is not None and isinstance(found[1], yaml.SequenceNode) else []
    if not 0 <= index < len(items) or not isinstance(items[index], yaml.MappingNode):
        raise EditError(f"there is no obstacle {index + 1}")
    node: yaml.MappingNode = items[index]
    return node


def _with_inner(text: str, block: str, key: str, said: str, alone: Sequence[str]) -> str:
    """The text with a key of a block set; `alone` are the lines of a block that holds nothing else."""
    root = _root(text)
    found = _entry(root, block)
    if found is None:
        return _appended(text, root, alone[0], alone[1:])
    if isinstance(found[1], yaml.MappingNode):
        return _with_entry(text, found[1], key, said)
    if found[1].value == "":
        return _with_entry(text, root, block, f"{{{scalar_text(key)}: {said}}}")
    raise EditError(f"“{block}” is not a block of keys in this text")


def _with_entry(text: str, node: yaml.MappingNode, key: str, said: str) -> str:
    found = _entry(node, key)
    name = scalar_text(key)
    if found is not None:
        end = _end(found[1], text)
        start, said = _from_colon(text, *found, said)
        return text[:start] + said + text[end:]
    if node.flow_style:
        end = _end(node.value[-1][1], text) if node.value else node.start_mark.index + 1
        comma = ", " if node.value else ""
        return f"{text[:end]}{comma}{name}: {said}{text[end:]}"
    end = _line_end(text, _end(node, text))
    return f"{text[:end]}\n{' ' * node.start_mark.column}{name}: {said}{text[end:]}"


def _from_colon(text: str, key: yaml.Node, value: yaml.Node, said: str) -> tuple[int, str]:
    """The place and text of a new value: behind the colon if the old one is below it, or empty."""
    start = int(value.start_mark.index)
    if "\n" in text[key.end_mark.index : start] or text[start - 1] == ":":
        return text.index(":", key.end_mark.index) + 1, f" {said}"
    return start, said


def _appended(text: str, root: yaml.MappingNode, head: str, lines: Sequence[str]) -> str:
    """The text with a block more behind the last one, as far to the right as the others."""
    margin = " " * root.start_mark.column
    block = "".join(f"\n{margin}{line}" for line in (head, *(f"{INDENT}{line}" for line in lines)))
    end = _line_end(text, _end(root, text))
    return text[:end] + block + (text[end:] or "\n")


def _comments_end(text: str, key: yaml.Node, end: int) -> int:
    """The end of the comments below a key's last entry that are indented further than the key."""
    comment = rf" {{{key.start_mark.column + 1},}}#"
    deeper = re.compile(rf"\n(?:{comment}[^\n]*|[ ]*(?=\n{comment}))")
    place = _line_end(text, end)
    while found := deeper.match(text, place):
        place = found.end()
    return place


def _end(node: yaml.Node, text: str) -> int:
    """Where a value's own text ends; that of a block reaches no further than its last entry."""
    if isinstance(node, yaml.CollectionNode) and not node.flow_style and node.value:
        last = node.value[-1]
        return _end(last[1] if isinstance(last, tuple) else last, text)
    if isinstance(node, yaml.ScalarNode) and node.style in ("|", ">"):
        piece = text[node.start_mark.index : node.end_mark.index]
        return int(node.start_mark.index) + len(_without_comments(piece).rstrip())
    return int(node.end_mark.index)


def _without_comments(block: str) -> str:
    """A block of rows without the comments behind its end, which PyYAML counts as its own."""
    lines = block.split("\n")
    indents = [len(line) - len(line.lstrip(" ")) for line in lines[1:] if line.strip()]
    least = indents[0] if indents else 0
    kept = 1
    for line in lines[1:]:
        if line.strip() and len(line) - len(line.lstrip(" ")) < least:
            break
        kept += 1
    return "\n".join(lines[:kept])


def _line_end(text: str, place: int) -> int:
    end = text.find("\n", place)
    return len(text) if end < 0 else end


def _without_lines(text: str, start: int, end: int) -> str:
    first = text.rfind("\n", 0, start) + 1
    return text[:first] + text[_line_end(text, end) + 1 :]
