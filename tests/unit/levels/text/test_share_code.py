"""Share codes: a text comes back as it was; what is damaged, foreign or too large is refused."""

import base64
import random
import zlib

import pytest

from levels.text.reader import builtin_levels
from levels.text.share_code import (
    MARK,
    MOST_CODE,
    MOST_TEXT,
    ShareCodeError,
    is_share_code,
    share_code,
    text_of_code,
)
from levels.text.templates import TEMPLATES

TEXT = TEMPLATES["Crossing"]


def packed(data, level=9):
    return MARK + base64.urlsafe_b64encode(zlib.compress(data, level)).decode().rstrip("=")


def test_every_level_comes_back_as_it_was_or_is_said_to_be_too_long():
    texts = [path.read_text(encoding="utf-8") for path in builtin_levels().values()]
    long = [text for text in texts if len(packed(text.encode())) > MOST_CODE]
    assert len(long) < len(texts) - 20
    for text in texts:
        if text in long:
            with pytest.raises(ShareCodeError, match="too long for a code"):
                share_code(text)
        else:
            assert text_of_code(share_code(text)) == text


def test_texts_of_any_signs_come_back():
    draw = random.Random(5)
    signs = "aZ09 .#\n:-_{}é€𝔊🐔"
    for length in range(0, 400, 7):
        text = "".join(draw.choice(signs) for _ in range(length))
        assert text_of_code(share_code(text)) == text


def test_what_mail_and_chat_do_to_a_code_does_no_harm():
    code = share_code(TEXT)
    wrapped = "  \n" + "\r\n".join(code[at : at + 20] for at in range(0, len(code), 20)) + " \n"
    assert is_share_code(wrapped)
    assert text_of_code(wrapped) == TEXT
    assert set(code) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


def test_every_code_that_was_cut_or_changed_is_refused():
    code = share_code(TEXT)
    for end in range(len(MARK), len(code)):
        with pytest.raises(ShareCodeError, match="damaged or incomplete"):
            text_of_code(code[:end])
    for at in range(len(MARK), len(code) - 1):  # the last sign has bits that mean nothing
        other = "A" if code[at] != "A" else "B"
        with pytest.raises(ShareCodeError, match="damaged"):
            text_of_code(code[:at] + other + code[at + 1 :])


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("hello", "not the code of a level"),
        ("", "not the code of a level"),
        ("SC2_abc", "later version"),
        ("SC1_", "damaged"),
        ("SC1_ab!c", "damaged"),
        ("SC1_" + "A" * MOST_CODE, "too long"),
        ("SC1_" + " " * 10_000_000, "too long"),
        (packed(TEXT.encode()) + "AAAA", "damaged"),
        (packed(b"\xff\xfe\xff"), "damaged"),
        (packed(b" " * (MOST_TEXT + 1)), "more than 1,000,000 bytes"),
    ],
)
def test_what_is_no_sound_code_is_refused_in_one_sentence(code, said):
    with pytest.raises(ShareCodeError, match=said) as error:
        text_of_code(code)
    assert "\n" not in str(error.value)


def test_a_bomb_is_unpacked_no_further_than_allowed(monkeypatch):
    asked = []
    whole = zlib.decompressobj

    class Counting:
        def __init__(self):
            self.inner = whole()

        def decompress(self, data, most=0):
            asked.append(most)
            return self.inner.decompress(data, most)

    monkeypatch.setattr(zlib, "decompressobj", Counting)
    bomb = packed(b"0" * 1_400_000)
    assert len(bomb) <= MOST_CODE
    with pytest.raises(ShareCodeError, match="more than"):
        text_of_code(bomb)
    assert asked == [MOST_TEXT + 1]


def test_a_level_that_is_too_long_says_so():
    draw = random.Random(3)
    long = TEXT + "# " + "".join(draw.choice("abcdefghijklmnop") for _ in range(6_000)) + "\n"
    with pytest.raises(ShareCodeError, match=r"too long for a code: it would have [\d,]+ characters"):
        share_code(long)
