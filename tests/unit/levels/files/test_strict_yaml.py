"""Text → plain document: YAML 1.2 scalars, places, refusals."""

import math
import time

import pytest

from levels.files.strict_yaml import Span, SyntaxFault, read_yaml, scalar


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"), ("on", "on"), ("y", "y"), ("yes", "yes"), ("off", "off"), ("1:30", "1:30"),
        ("2020-01-01", "2020-01-01"), ("1_000", "1_000"), ("012", 12), ("0o14", 12), ("0x1F", 31), ("-7", -7),
        ("+7", 7), ("1e-3", 0.001), ("7e-2", 0.07), ("1.", 1.0), (".5", 0.5), ("-1.5E3", -1500.0),
        ("true", True),
        ("True", True), ("FALSE", False), ("tRUE", "tRUE"), ("null", None), ("~", None), ("",
        None), ("=", "="),
        ("<<", "<<"), (".", "."), ("1e", "1e"), ("9" * 10_000, "9" * 10_000), ("0b1", "0b1"), ("٣", "٣"),
    ],
)  # fmt: skip
def test_scalars_mean_what_they_look_like(text, value):
    assert scalar(text) == value
    assert type(scalar(text)) is type(value)


def test_infinite_and_no_numbers():
    assert scalar("-.inf") == -math.inf
    assert math.isnan(scalar(".NaN"))


def test_quoted_scalars_are_text():
    assert read_yaml("a: '1'\nb: \"no\"\nc: |\n  1\n").data == {"a": "1", "b": "no", "c": "1\n"}


def test_values_and_keys_know_their_places():
    document = read_yaml("a: 1\nb:\n  - {c: [5, 66]}\n")
    assert document.data == {"a": 1, "b": [{"c": [5, 66]}]}
    assert document.values[("b", 0, "c", 1)] == Span(2, 12, 2)
    assert document.values[("b", 0, "c")] == Span(2, 8, 7)
    assert document.keys[("b", 0, "c")] == Span(2, 5, 1)


def test_of_two_values_the_first_counts_and_the_second_is_told():
    document = read_yaml("a: 1\nb: {c: 2, c: 3}\na: {d: 4}\n")
    assert document.data == {"a": 1, "b": {"c": 2}}
    assert [problem.message for problem in document.problems] == [
        "c is given twice (both on line 2)",
        "a is given twice (lines 1 and 3)",
    ]


@pytest.mark.parametrize(
    ("text", "said", "line", "column"),
    [
        ("a: &x 1\n", "anchors (&name) and aliases", 1, 4),
        ("a: 1\nb: *x\n", "aliases (*name) are not allowed", 2, 4),
        ("a: !!int 1\n", "are not allowed", 1, 4),
        ("!x a: 1\n", "are not allowed", 1, 1),
        ("a: 1\n---\nb: 2\n", "a second document", 2, 1),
        ("? [a]\n: b\n", "a key is plain text", 1, 3),
        ("a:\n\tb: 1\n", "a tab", 2, 1),
        ("a: b: c\n", "“: ” is not allowed here", 1, 5),
        ("a: 1\nb\n", "not “key: value”", 2, 1),
        ("a: [1, 2\n", "needs “,” or “]”", 2, 1),
        ("a: {b: 2\n", "needs “,” or “}”", 2, 1),
        ("a: 1\nb: 'x\n", "never closed", 2, 4),
        ("a: | x\n", "nothing may follow “|”", 1, 6),
        ("a: @x\n", "can't begin with this character", 1, 4),
        ("a:\n  b: 1\n c: 2\n", "does not line up", 3, 2),
        ('a: "\\q"\n', "escape", 1, 6),
        ('a: "\\UFFFFFFFF"\n', "far out of range", 1, 7),
        ("%YAML 99999999999999999999\n---\na: 1\n", "“%”", 1, 1),
        ("a: x\x07\n", "U+0007", 1, 5),
        ("a: 1\nb: \u2028\n", "U+2028", 2, 4),
        ("a: \ud800\n", "U+D800", 1, 4),
    ],
)
def test_what_levels_do_without_is_refused_with_its_place(text, said, line, column):
    with pytest.raises(SyntaxFault) as caught:
        read_yaml(text)
    assert said in caught.value.problem.message
    assert (caught.value.problem.line, caught.value.problem.column) == (line, column)


@pytest.mark.parametrize(
    "text",
    [
        "a: " + "[" * 5000,
        "a: " + "{b: " * 5000,
        "? " * 5000,
        "a: [" + "1," * 90_000,
        "a: " + "b " * 200_000,
        "".join(f"k{number}: 1\n" for number in range(20_000)),
        "map: |\n" + ("  " + "." * 2000 + "\n") * 1000,
    ],
    ids=["lists", "blocks", "keys", "values", "words", "lines", "rows"],
)
def test_hostile_texts_are_refused_quickly(text):
    begin = time.process_time()
    with pytest.raises(SyntaxFault):
        read_yaml(text)
    assert time.process_time() - begin < 1


def test_the_largest_map_is_within_bounds():
    assert len(read_yaml("map: |\n" + ("  " + "." * 1000 + "\n") * 1000).data["map"]) == 1_001_000
