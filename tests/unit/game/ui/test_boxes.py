"""The layout engine: rows and columns, and what gives way where there is too little room."""

from itertools import combinations

import pytest

from game.ui.boxes import Box, Column, Part, Row, lay_out, shared

ROOM = Box(10, 20, 300, 200)


def placed(tree, box=ROOM, opened=""):
    return lay_out(tree, box, opened).boxes


def test_parts_stand_side_by_side_with_gaps_and_padding():
    row = Row((Part("a", 50), Part("b", 40), Part("c", 30, before=20)), gap=5, pad=8)
    boxes = placed(row)
    assert boxes == {"a": Box(18, 20, 50, 200), "b": Box(73, 20, 40, 200), "c": Box(133, 20, 30, 200)}


def test_a_length_across_is_in_the_middle():
    assert placed(Row((Part("a", 50, across=36),)))["a"] == Box(10, 102, 50, 36)
    assert placed(Column((Part("a", 50, across=100),)))["a"] == Box(110, 20, 100, 50)
    assert placed(Column((Part("a", 50, across=999),)))["a"] == Box(10, 20, 300, 50)


def test_a_preferred_length_is_taken_whole_or_not_at_all_the_most_important_first():
    row = Row((Part("a", 50, 180, priority=1), Part("b", 50, 180, priority=2)))
    assert shared(row, 300)[0] == {"a": 50, "b": 180}
    assert shared(row, 360)[0] == {"a": 180, "b": 180}
    assert shared(row, 229)[0] == {"a": 50, "b": 50}


def test_what_is_left_is_shared_by_weight_after_those_with_a_limit():
    row = Row((Part("a", 0, grow=1), Part("name", 20, grow=1, most=60), Part("b", 10, grow=3)))
    assert shared(row, 300)[0] == {"a": 58, "name": 60, "b": 182}
    assert sum(shared(row, 301)[0].values()) == 301
    assert shared(row, 50)[0] == {"a": 0, "name": 40, "b": 10}


def test_the_least_important_folds_first_and_only_as_much_as_needed():
    parts = tuple(Part(name, 60, folded=10, priority=p) for name, p in (("a", 2), ("b", 1), ("c", 3)))
    column = Column((*parts, Part("firm", 40)))
    for room, folded in ((220, ""), (219, "b"), (170, "b"), (169, "ab"), (119, "abc"), (10, "abc")):
        assert shared(column, room)[1] == frozenset(folded)
    assert placed(column, ROOM._replace(height=170))["b"].height == 10


def test_a_narrow_one_comes_back_once_a_wide_one_has_folded():
    row = Row((Part("narrow", 30, folded=0), Part("wide", 200, folded=0, priority=1), Part("firm", 100)))
    lengths, folded = shared(row, 140)
    assert folded == {"wide"}
    assert lengths["narrow"] == 30


def test_the_opened_one_does_not_fold():
    column = Column(tuple(Part(name, 60, folded=10, priority=p) for p, name in enumerate("abc")))
    assert shared(column, 130)[1] == {"a"}
    assert shared(column, 130, "a")[1] == {"b"}


def test_what_folds_to_nothing_is_behind_the_rest_which_is_there_only_then():
    row = Row((Part("a", 100, folded=0), Part("b", 150)), gap=10, rest=Part("more", 36, before=4))
    assert set(placed(row)) == {"a", "b"}
    narrow = lay_out(row, ROOM._replace(width=200))
    assert narrow.boxes == {"b": Box(10, 20, 150, 200), "more": Box(164, 20, 36, 200)}
    assert narrow.folded == {"a"}


def test_what_finds_no_room_even_folded_is_scrolled():
    column = Column((Part("a", 150), Part("b", 150, folded=40)), gap=12, scroll=14)
    layout = lay_out(Row((Part("panel", 1, grow=1, inside=column),)), ROOM)
    assert layout.reach == {"panel": 2}
    assert layout.boxes["b"] == Box(10, 182, 286, 40)
    assert lay_out(Row((Part("panel", 1, inside=column),)), ROOM._replace(height=202)).reach == {}


def test_a_gap_before_a_part_that_begins_with_nothing_is_reckoned():
    column = Column((Part("head", 60), Part("middle", 0, grow=1, before=14), Part("foot", 36)))
    assert placed(column)["foot"].bottom == ROOM.bottom


def test_what_is_inside_a_folded_part_has_no_box():
    inner = Row((Part("inside", 10),))
    column = Column((Part("a", 150, folded=30, inside=inner), Part("b", 100)))
    assert set(placed(column)) == {"a", "b"}
    assert set(placed(column, ROOM._replace(height=300))) == {"a", "b", "inside"}


@pytest.mark.parametrize("width", range(0, 700, 7))
def test_boxes_never_overlap_and_are_never_negative(width):
    parts = tuple(
        Part(f"{n}", 20 + 3 * n, 60, grow=n % 2, priority=n % 3, folded=0 if n % 3 else None, before=n % 4)
        for n in range(7)
    )
    boxes = placed(Row(parts, gap=3, pad=5, rest=Part("more", 20)), Box(0, 0, width, 50))
    for one, other in combinations(boxes.values(), 2):
        assert one.right <= other.x or other.right <= one.x
    assert all(box.width > 0 for box in boxes.values())
