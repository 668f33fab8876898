"""Characters that belong together, what is shown of them, and the order from left to right."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.ui.drawing import draw
from game.ui.drawing.characters import PLACEHOLDER, clusters, is_emoji, levels, printable, reordered, script


def seen(string):
    """The clusters from left to right."""
    parts = clusters(string)
    return "".join(reordered(zip(levels(parts), parts, strict=True)))


@pytest.mark.parametrize(
    "whole",
    [
        "e\u0301",
        "x\u0323\u0302",
        "👨\u200d👩\u200d👧",
        "👍\U0001f3fd",
        "🇩🇪",
        "1\ufe0f\u20e3",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "क्षि",
        "ที่",
        "\u1112\u116c\u11bc",
    ],
)
def test_what_belongs_together_is_one(whole):
    assert clusters(f"a{whole}{whole}字") == ["a", whole, whole, "字"]


def test_letters_and_ideographs_stand_alone():
    assert clusters("abc") == ["a", "b", "c"]
    assert clusters("穿越馬路ア가") == list("穿越馬路ア가")
    assert clusters("\u0301a") == ["\u0301", "a"]


@given(st.text(st.characters(codec=None)))
def test_clusters_and_order_lose_nothing(string):
    parts = clusters(string)
    assert "".join(parts) == string
    assert sorted(seen(string)) == sorted(string)


@given(st.text(st.characters(codec=None)))
def test_what_is_printed_can_be_encoded_and_holds_no_control_character(string):
    shown = printable(string)
    shown.encode()
    assert not any(char < " " or char in "\u202e\u2028\u00ad\x7f\x9b" for char in shown)


@pytest.mark.parametrize(
    ("string", "shown"),
    [
        ("a\0b\tc\u3000d", "a b c d"),
        ("e\u0301", "é"),
        ("\ud83d!", f"{PLACEHOLDER}!"),
        ("abc\u202edef\ufeff", "abcdef"),
        ("👨\u200d👧", "👨\u200d👧"),
    ],
)
def test_only_what_can_be_shown_is_left(string, shown):
    assert printable(string) == shown


@pytest.mark.parametrize(
    ("read", "shown"),
    [
        ("left to right 12.", "left to right 12."),
        ("אבג דה", "הד גבא"),
        ("אבג 12 דה", "הד 12 גבא"),
        ("אב 1.5 גד!", "!דג 1.5 בא"),
        ("אבג…", "…גבא"),
        ("12 אב", "בא 12"),
        ("Level אב 3 גד end", "Level דג 3 בא end"),
        ("Level אב, 3", "Level 3 ,בא"),
    ],
)
def test_letters_from_right_to_left_turn_round_and_numbers_do_not(read, shown):
    assert seen(read) == shown


def test_scripts_and_emoji_are_told_by_their_first_character():
    assert [script(part) for part in ("مر", "क्ष", "ที่", "a", "中", "\ue000")] == [
        "Arab",
        "Deva",
        "Thai",
        None,
        None,
        None,
    ]
    assert [is_emoji(part) for part in ("🚗", "❤\ufe0f", "1\ufe0f\u20e3", "❤", "中", "𝔸")] == [True] * 3 + [
        False
    ] * 3


def test_no_cluster_is_cut_where_a_line_is(surface):
    string = "e\u0301x\u0323\u0302👍\U0001f3fd" * 6
    whole = {"".join(clusters(string)[:count]) for count in range(len(clusters(string)) + 1)}
    for width in range(0, 300, 7):
        cut = draw.fit(string, 14, width)
        assert cut == string or cut.removesuffix("…") in whole
        lines = draw.wrap(string, 14, width)
        assert "".join(lines) == string
        assert all("".join(lines[:count]) in whole for count in range(len(lines)))
