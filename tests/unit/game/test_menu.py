"""The menu's words: a certificate in lines that break where they should."""

import pytest

from game import draw
from game.cards.levels import CERTIFICATE_LINES, wrapped_at_dots


@pytest.fixture(autouse=True)
def fonts(surface):
    return surface


def test_a_certificate_breaks_at_its_dots():
    line = "certified · 149 cells × 24 phases · 2,917 viable states · 45 doomed"
    assert wrapped_at_dots(line, 11, 1000) == [line]
    parts = wrapped_at_dots(line, 11, 260)
    assert len(parts) == 2
    assert " · ".join(parts) == line


def test_what_finds_no_room_is_left_out_at_the_end():
    line = "certified · shortest way 15 · 149 cells × 24 phases · 2,917 viable states · 45 doomed"
    parts = wrapped_at_dots(line, 11, 200)
    assert parts == ["certified · shortest way 15", "149 cells × 24 phases"]


def test_a_part_longer_than_a_line_breaks_at_words_and_ends():
    line = "cannot be read: " + "one word after another " * 20
    parts = wrapped_at_dots(line, 11, 200)
    assert len(parts) == CERTIFICATE_LINES
    assert all(draw.text_size(part, 11)[0] <= 200 for part in parts)
