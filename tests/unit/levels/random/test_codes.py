"""Codes of surprises: what a player types, the level's name and its file."""

import pytest

from levels.random.codes import Code, code_of

CODES = [
    ("6258-2", (6258, 2, "road"), "surprise_6258_2.yaml"),
    ("late 0-1", (0, 1, "late"), "surprise_late_0_1.yaml"),
    ("river 4711-5", (4711, 5, "river"), "surprise_river_4711_5.yaml"),
]


@pytest.mark.parametrize(("text", "code", "file"), CODES)
def test_a_code_is_read_as_it_is_written(text, code, file):
    assert code_of(text) == code
    assert str(Code(*code)) == text
    assert (Code(*code).name, Code(*code).file) == (f"Surprise {text}", file)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (" 7 – 5 ", (7, 5, "road")),
        ("  RIVER  7 - 5", (7, 5, "river")),
        ("river7-5", None),
        ("road 7-5", None),
        ("late river 7-5", None),
        ("6258", None),
        ("1-6", None),
        ("-1-2", None),
        ("", None),
    ],
)
def test_what_else_can_be_typed(text, code):
    assert code_of(text) == code
