"""level → YAML → level is the identity; a damaged file gives a level or a LevelError, never anything else."""

import random
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from levels.files.characters import is_name
from levels.files.problems import LevelError
from levels.text.reader import builtin_levels, parse_level
from levels.text.writer import to_yaml
from tests.random_levels import levels

SNIPPETS = [
    "\t", "\n", " ", "  ", "#", "*", "&a ", "!!x ", "- ", ": ", ":", "[", "]", "{", "}", "'", '"',
    "|", ">", "%", "@",
    "---\n", "...", "~", "null", "?", "? ", ",", "\\", "\r", "\x00", "\ufeff", "é", "\u2028",
    "9" * 500, "1e999", ".nan",
    "map:", "at: [0]", "obstacles:", "legend: {x: 1}", "<<: ", "kind: lane", "true", "-1", "0x",
    "S", "G", "x",
]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(levels())
def test_random_levels_survive(level):
    assert parse_level(to_yaml(level), "again") == level


@settings(max_examples=60, deadline=None)
@given(
    st.text(
        st.characters(exclude_categories=("Cs", "Cc", "Cf", "Zl", "Zp", "Co", "Cn")), min_size=1, max_size=80
    )
)
def test_any_printable_name_survives(name):
    text = to_yaml(parse_level("format: 1\nname: x\nmap: |\n  SG\n", "x").model_copy(update={"name": name}))
    try:
        assert parse_level(text, "again").name == name
    except LevelError as error:
        assert not is_name(name), error.render()  # noqa: PT017


def mutated(rng, text):
    """The text after one to four small accidents."""
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(text) + 1)
        match rng.randrange(6):
            case 0:
                text = text[:at] + rng.choice(SNIPPETS) + text[at:]
            case 1:
                text = text[:at] + text[at + rng.randint(1, 12) :]
            case 2:
                lines = text.split("\n")
                rng.shuffle(lines)
                text = "\n".join(lines)
            case 3:
                lines = text.split("\n")
                index = rng.randrange(len(lines))
                lines[index] = " " * rng.randint(0, 4) + lines[index].lstrip()
                text = "\n".join(lines)
            case 4:
                other = rng.randrange(len(text) + 1)
                text = text[:at] + text[other : other + 60] + text[at:]
            case 5:
                text = text[:at] + rng.choice(SNIPPETS) + text[at + 1 :]
    return text


@pytest.mark.parametrize("seed", range(3))
def test_damaged_files_are_told_in_sentences(seed):
    rng = random.Random(seed)
    sources = [path.read_text(encoding="utf-8") for path in builtin_levels().values()]
    for _ in range(100):
        text = mutated(rng, rng.choice(sources))
        begin = time.process_time()
        try:
            parse_level(text, "damaged.yaml")
        except LevelError as error:
            lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
            for problem in error.problems:
                assert 1 <= problem.line <= len(lines)
                assert problem.column >= 1
                assert problem.message
                assert "\n" not in problem.message
            assert "pydantic" not in error.render()  # noqa: PT017
        assert time.process_time() - begin < 1
