"""The home page's groups: which level is under which heading, and moving from card to card. No pygame."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from game.presenters.reloading import stamp_of
from levels.text.reader import BUILTIN, GRIDS, builtin_levels


class Group(NamedTuple):
    """A heading with a few words next to it, and the built-in levels under it by name.

    `step` is its place among HARDEST, from easy to hard; 0 for groups outside that scale.
    """

    heading: str
    note: str
    levels: tuple[str, ...] = ()
    step: int = 0


HARDEST = 3
OWN = Group("Your own", "made in the editor, newest first")
SURPRISES = Group("Surprises", "random levels, newest first")
MORE = Group("More", "")
GROUPS = (
    Group(
        "First steps",
        "start here: traffic, a single road, a maze, a robot",
        ("crossy_road", "first_road", "maze_15", "patrol_15x9"),
    ),
    OWN,
    SURPRISES,
    Group(
        "Robots",
        "a little harder: each follows its own route, and there is room to let it pass",
        ("river", "courtyard", "night_watch"),
        step=1,
    ),
    Group(
        "Traffic",
        "harder: gaps that come and go, from one crossroads to a whole city",
        ("crossroads", "tram", "trains", "motorway", "roundabout", "big_city"),
        step=2,
    ),
    Group(
        "Rivers",
        "step on a log and it carries you; off it, the hen gets wet",
        ("log_river", "ferry", "turtles", "river_road"),
        step=2,
    ),
    Group(
        "Dead ends",
        "hardest: steps that look safe but lead into a trap",
        ("dead_end", "patience", "niches", "rush_hour"),
        step=3,
    ),
    Group(
        "Late traffic",
        "nothing keeps to its timetable, and still nobody is hit",
        ("late_train", "late_road", "late_rush_hour", "grand_crossing"),
        step=3,
    ),
    Group("The paper's grids", "easiest: nothing moves, so every step is easy to follow", GRIDS),
    MORE,
)
"""All groups in the menu's order. Behind the first steps levels grow by their states; rivers by
their traps, then by the length of the best path, since wide water has many states and is not harder.

The dead ends are the built-in levels with the largest shares of doomed states. Built-in levels that are
not named here are under MORE, files from elsewhere under OWN.
"""
MOST_OWN = 60
"""Files shown of the user's own, and as many surprises: the newest."""


def menu_levels(own: Path, surprises: Path) -> tuple[Path, ...]:
    """The files of all levels in the menu's order: the built-in ones, and those in the user's two folders."""
    builtin = builtin_levels()
    named = {name for group in GROUPS for name in group.levels}
    files = {group: [builtin[name] for name in group.levels if name in builtin] for group in GROUPS}
    files[MORE] += [path for name, path in builtin.items() if name not in named]
    files[OWN], files[SURPRISES] = newest(own), newest(surprises)
    return tuple(path for group in GROUPS for path in files[group])


def newest(folder: Path) -> list[Path]:
    """The level files in a folder, the newest first, MOST_OWN at most."""
    stamps = {path: stamp_of(path) for path in folder.glob("*.yaml")}
    there = {path: stamp for path, stamp in stamps.items() if stamp is not None}
    return sorted(there, key=lambda path: (-there[path][0], path.name))[:MOST_OWN]


def group_of(path: Path, surprises: Path) -> Group:
    """A level's group and place."""
    if path.parent == BUILTIN:
        return next((group for group in GROUPS if path.stem in group.levels), MORE)
    return SURPRISES if path.parent == surprises else OWN


class Heading(NamedTuple):
    """A group's heading: its upper edge [px], and the indices of the group's levels."""

    group: Group
    y: int
    members: range

    @property
    def first(self) -> int:
        """The group's first level."""
        return self.members.start


class Row(NamedTuple):
    """Cards side by side: their upper edge [px] and the indices of their levels, from the left."""

    y: int
    indices: range


@dataclass(frozen=True)
class Plan:
    """Headings and rows of cards one below the other, and the height of them all [px]."""

    headings: tuple[Heading, ...]
    rows: tuple[Row, ...]
    height: int

    def place(self, index: int) -> tuple[int, int]:
        """(row, column) of a level's card."""
        row = next(number for number, row in enumerate(self.rows) if index in row.indices)
        return row, index - self.rows[row].indices.start

    def beside(self, index: int, rows: int, column: int) -> int:
        """The level this many rows further down, nearest to a column; at an end the first or last row's."""
        number = min(max(self.place(index)[0] + rows, 0), len(self.rows) - 1)
        indices = self.rows[number].indices
        return indices[min(column, len(indices) - 1)]

    def next_group(self, index: int) -> int:
        """The first level of the next group, or the last level of all."""
        later = (heading.first for heading in self.headings if heading.first > index)
        return next(later, self.rows[-1].indices[-1])

    def previous_group(self, index: int) -> int:
        """The first level of this group, or of the one before if it is that already."""
        return max((heading.first for heading in self.headings if heading.first < index), default=0)


def planned(groups: Sequence[Group], columns: int, heading: int, row: int, top: int = 0) -> Plan:
    """The places of the cards, whose groups are given in the menu's order, with the heights [px].

    The first heading begins at `top` [px].
    """
    headings, rows = [], []
    y, first = top, 0
    for group, members in groupby(groups):
        end = first + len(list(members))
        headings.append(Heading(group, y, range(first, end)))
        y += heading
        for start in range(first, end, columns):
            rows.append(Row(y, range(start, min(start + columns, end))))
            y += row
        first = end
    return Plan(tuple(headings), tuple(rows), y)
