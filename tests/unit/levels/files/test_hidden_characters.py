"""What nobody sees in a level file, and versions of the format that only look like 1."""

import pytest

from levels.files.problems import LevelError
from levels.text.reader import parse_file

LEVEL = "format: 1\nname: Road\nmap: |\n  S.c\n  ..G\nlegend:\n  c: {look: bush}\n"


def refused(text):
    with pytest.raises(LevelError) as caught:
        parse_file(text, "level.yaml")
    return caught.value.problems[0]


@pytest.mark.parametrize(
    ("version", "hint"),
    [
        ('"1"', "remove the quotes: “format: 1”"),
        ("true", "this program reads “format: 1”"),
        ("1.0", "this program reads “format: 1”"),
        ("2", "this program reads “format: 1”"),
        ('"2"', "this program reads “format: 1”"),
    ],
)
def test_only_the_whole_number_is_format_1(version, hint):
    problem = refused(LEVEL.replace("1", version, 1))
    assert problem.message == f"this file has format “{version.strip(chr(34))}”"
    assert problem.hint == hint
    assert (problem.line, problem.column) == (1, 9)


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("format: 1", "format:\u00a01", (1, 8, "U+00A0 (no-break space)")),
        ("format: 1", "format: 1\u200b", (1, 10, "U+200B (zero width space)")),
        ("legend:", "leg\u200bend:", (6, 4, "U+200B (zero width space)")),
        ("S.c", "S\u00a0.", (4, 4, "U+00A0 (no-break space)")),
        ("S.c", "S\u2800.", (4, 4, "U+2800 (braille pattern blank)")),
        ("Road", "Ro\u00adad", (2, 9, "U+00AD (soft hyphen)")),
    ],
)
def test_a_hidden_character_is_told_by_code_point_and_place(old, new, place):
    with pytest.raises(LevelError) as caught:
        parse_file(LEVEL.replace(old, new, 1), "level.yaml")
    (problem,) = [told for told in caught.value.problems if told.message.startswith("the character ")]
    assert problem.message.startswith(f"the character {place[2]} stands")
    assert problem.hint == "delete it"
    assert (problem.line, problem.column) == place[:2]


@pytest.mark.parametrize("key", ["\u0301", "\u3164", "\u200b", "\u00a0", "\u2800", "\ufe0f"])
def test_a_legend_explains_nothing_that_nobody_sees(key):
    refused(LEVEL.replace("  c:", f'  "{key}":').replace("S.c", "S.."))


@pytest.mark.parametrize("name", ["\u0301a", "\u3164", "a\u2800b", "\ufe0f"])
def test_a_name_begins_with_something_to_see_and_hides_nothing(name):
    refused(LEVEL.replace("Road", f'"{name}"'))


@pytest.mark.parametrize("name", ["Cafe\u0301", "می\u200cخواهم", "👩\u200d🚒", "Übergang", "हिन्दी"])
def test_names_in_any_script_are_names(name):
    assert parse_file(LEVEL.replace("Road", name), "level.yaml").level.name == name


def test_a_kind_of_ground_in_small_s_is_no_mistyped_start():
    rows = "  sss\n  .sG\n"
    error = refused(LEVEL.replace("  S.c\n  ..G\n", rows))
    assert error.message == "the map has no start"
    with pytest.raises(LevelError) as caught:
        parse_file(LEVEL.replace("S.c", "s.c"), "level.yaml")
    assert [problem.hint for problem in caught.value.problems] == ["did you mean “S”?"]
