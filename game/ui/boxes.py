"""Rows and columns of boxes: one page of layout for every page of the program. No pygame.

A Part says how much room it needs, how much it would like, and what becomes of it where there is less; Row
and Column set parts side by side or one below the other, `lay_out` turns such a tree into boxes. All lengths
are pixels, along the row or column that a part lies in.

What has no room gives way in this order: parts shrink to their least, those that can fold do, those of the
lowest priority first, and a column that scrolls keeps the rest below its lower edge.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple


class Box(NamedTuple):
    """A rectangle [px]; pygame takes it wherever it takes a Rect."""

    x: int
    y: int
    width: int
    height: int

    @property
    def right(self) -> int:
        """First column right of it."""
        return self.x + self.width

    @property
    def bottom(self) -> int:
        """First row below it."""
        return self.y + self.height


@dataclass(frozen=True)
class Part:
    """A thing in a row or column.

    Attributes:
        name: what it is called among the boxes; unique in its tree.
        least: length below which it is of no use.
        preferred: length that it gets where there is room for all of it; 0 for the least.
        grow: its share of what is left over then; 0 for none.
        most: length up to which it grows; 0 for no limit.
        priority: a low one gives way first, and gets its preferred length last.
        folded: length of what stands for it while it is folded, 0 if nothing does; None if it never folds.
        closed: it is folded even where there is room, unless it is the one that was opened.
        across: its own length across, in the middle; 0 for all there is.
        before: space before it; None for the gap of its row or column.
        inside: the row or column that fills it.
    """

    name: str
    least: int
    preferred: int = 0
    grow: float = 0.0
    most: int = 0
    priority: int = 0
    folded: int | None = None
    closed: bool = False
    across: int = 0
    before: int | None = None
    inside: "Row | Column | None" = None


@dataclass(frozen=True)
class Row:
    """Parts side by side.

    Attributes:
        parts: from the left; the last of them may be pushed to the right end by one that grows.
        gap: space between two.
        pad: space at both ends.
        rest: stands at the end, only while a part is folded to nothing: the way to all such parts.
    """

    parts: tuple[Part, ...]
    gap: int = 0
    pad: int = 0
    rest: Part | None = None


@dataclass(frozen=True)
class Column:
    """Parts one below the other.

    Attributes:
        parts, gap, pad: as for a Row, from the top.
        scroll: width at its right edge that is kept for a scroll bar; 0 if it does not scroll.
    """

    parts: tuple[Part, ...]
    gap: int = 0
    pad: int = 0
    scroll: int = 0


@dataclass(frozen=True)
class Layout:
    """What `lay_out` found.

    Attributes:
        boxes: of every part but those folded to nothing, at least 1 × 1; not scrolled.
        folded: names of the parts that are folded.
        reach: how far the content of a column that scrolls goes beyond its box, by the part it lies in [px].
    """

    boxes: Mapping[str, Box]
    folded: frozenset[str] = frozenset()
    reach: Mapping[str, int] = field(default_factory=dict)


def lay_out(tree: Row | Column, box: Box, opened: str = "") -> Layout:
    """The boxes of a tree that fills `box`; the part named `opened` does not fold."""
    boxes: dict[str, Box] = {}
    folded: set[str] = set()
    reach: dict[str, int] = {}
    for name, place, is_folded, beyond in _placed("", tree, box, opened):
        folded |= {name} if is_folded else set()
        if beyond:
            reach[name] = beyond
        if place is not None:
            boxes[name] = place._replace(width=max(place.width, 1), height=max(place.height, 1))
    return Layout(boxes, frozenset(folded), reach)


_Placed = tuple[str, Box | None, bool, int]
"""A part's name, its box, whether it is folded, and how far its own content goes beyond the box."""


def _placed(name: str, tree: Row | Column, box: Box, opened: str) -> Iterator[_Placed]:
    """Everything inside `box`, which the part `name` has."""
    across = isinstance(tree, Column)
    room = box.height if across else box.width
    lengths, folded = shared(tree, room, opened)
    parts = _with_rest(tree, folded)
    end = tree.pad + sum(_gap(tree, folded, part) + lengths[part.name] for part in parts)
    if isinstance(tree, Column) and tree.scroll:
        box = box._replace(width=max(box.width - tree.scroll, 0))
        yield name, None, False, max(end + tree.pad - room, 0)
    at = (box.y if across else box.x) + tree.pad
    for part in parts:
        length = lengths[part.name]
        at += _gap(tree, folded, part)
        breadth = box.width if across else box.height
        own = min(part.across or breadth, breadth)
        beside = (box.x if across else box.y) + (breadth - own) // 2
        place = Box(beside, at, own, length) if across else Box(at, beside, length, own)
        yield part.name, None if _gone(part, folded) else place, part.name in folded, 0
        if part.inside is not None and part.name not in folded:
            yield from _placed(part.name, part.inside, place, opened)
        at += length


def shared(tree: Row | Column, room: int, opened: str = "") -> tuple[dict[str, int], frozenset[str]]:
    """The length of each part where there is so much room, and the names of those that are folded."""
    may_fold = [part for part in tree.parts if part.folded is not None and part.name != opened]
    foldable = sorted((part for part in may_fold if not part.closed), key=lambda part: part.priority)
    folded = {part.name for part in may_fold if part.closed}
    for part in foldable:
        if _least(tree, folded) > room:
            folded.add(part.name)
    for part in reversed(foldable):  # a narrow one may come back once a wide one has gone
        if part.name in folded and _least(tree, folded - {part.name}) <= room:
            folded.remove(part.name)
    lengths = _lengths(tree, folded)
    spare = room - _total(tree, lengths, folded)
    growing = []
    for part in sorted(tree.parts, key=lambda part: -part.priority):
        if part.name in folded:
            continue
        more = max(part.preferred - part.least, 0)
        if 0 < more <= spare:
            lengths[part.name] += more
            spare -= more
        if part.grow:
            growing.append(part)
    _grow(growing, lengths, max(spare, 0))
    return lengths, frozenset(folded)


def _grow(growing: list[Part], lengths: dict[str, int], spare: int) -> None:
    """Shares out what is left: first to those with a limit, in their order, then to the others."""
    for part in growing:
        if part.most:
            taken = min(max(part.most - lengths[part.name], 0), spare)
            lengths[part.name] += taken
            spare -= taken
    open_ended = [part for part in growing if not part.most]
    while open_ended:
        weights = sum(part.grow for part in open_ended)
        part = open_ended.pop(0)
        taken = round(spare * part.grow / weights)
        lengths[part.name] += taken
        spare -= taken


def _lengths(tree: Row | Column, folded: set[str]) -> dict[str, int]:
    """The least length of each part; of those that are folded, what stands for them."""
    parts = _with_rest(tree, folded)
    lengths = {part.name: part.least for part in (*tree.parts, *parts)}
    return lengths | {part.name: part.folded or 0 for part in parts if part.name in folded}


def _least(tree: Row | Column, folded: set[str]) -> int:
    return _total(tree, _lengths(tree, folded), folded)


def _total(tree: Row | Column, lengths: dict[str, int], folded: set[str]) -> int:
    parts = _with_rest(tree, folded)
    return 2 * tree.pad + sum(_gap(tree, folded, part) + lengths[part.name] for part in parts)


def _with_rest(tree: Row | Column, folded: set[str] | frozenset[str]) -> tuple[Part, ...]:
    """The parts, and the way to those that are folded to nothing if there are such."""
    hidden = any(_gone(part, folded) for part in tree.parts)
    return (*tree.parts, tree.rest) if isinstance(tree, Row) and tree.rest and hidden else tree.parts


def _gap(tree: Row | Column, folded: set[str] | frozenset[str], part: Part) -> int:
    """The space before a part: none before the first, and none before one that is folded to nothing."""
    if _gone(part, folded):
        return 0
    if part.before is not None:
        return part.before
    return 0 if part is next(other for other in tree.parts if not _gone(other, folded)) else tree.gap


def _gone(part: Part, folded: set[str] | frozenset[str]) -> bool:
    return part.name in folded and not part.folded
