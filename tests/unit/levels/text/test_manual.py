"""The manual of level files keeps its word: its examples are certified, its tables are the models'."""

import re
from pathlib import Path

import pytest

from levels.files import strict_yaml
from levels.model import checks, traffic
from levels.model.board import GOAL, GROUNDS, KNOWN_CHARACTERS, OBJECTS, START, blocking_characters
from levels.model.level import Learning, Level, Rewards, Tile
from levels.model.obstacles import OBSTACLES
from levels.proof.prove import prove
from levels.text import reader
from levels.text.reader import parse_file
from levels.text.writer import inline

ROOT = Path(__file__).parents[4]
MANUAL = (ROOT / "docs" / "levels.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```yaml\n(.*?)```", MANUAL, re.DOTALL)
SECTIONS = {
    "The file": Level,
    "The legend": Tile,
    "Rewards": Rewards,
    "Learning": Learning,
    **{f"{kind.capitalize()}s": model for kind, model in OBSTACLES.items()},
}


def rows_of(section):
    """The cells of the first table of a section, its head left out."""
    body = re.search(rf"^## {section}\n(.*?)(?=^## |\Z)", MANUAL, re.DOTALL | re.MULTILINE)
    assert body, f"docs/levels.md has no section “{section}”"
    table = re.search(r"(?:^\|.*\n)+", body[1], re.MULTILINE)[0]
    rows = [re.split(r"(?<!\\)\|", line.strip())[1:-1] for line in table.splitlines()]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_there_are_examples():
    assert len(EXAMPLES) >= 3


@pytest.mark.parametrize("text", EXAMPLES, ids=lambda text: re.search("name: (.*)", text)[1])
def test_an_example_is_certified(text):
    assert prove(parse_file(text, "docs/levels.md")).objection is None


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_names_every_key_with_its_default(section):
    fields = SECTIONS[section].model_fields
    rows = {key.strip("`"): default for key, _, default, _ in rows_of(section)}
    assert sorted(rows) == sorted(fields)
    for name, field in fields.items():
        default = field.get_default(call_default_factory=True)
        if field.is_required():
            assert rows[name] == "required"
        elif isinstance(default, Rewards | Learning):
            assert rows[name] == "`{}`"
        elif default not in (None, "", (), {}):
            assert rows[name] == f"`{inline(default)}`"


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_names_every_bound(section):
    told = {key.strip("`"): value.replace("−", "-") for key, value, _, _ in rows_of(section)}
    properties = SECTIONS[section].model_json_schema()["properties"]
    for name, schema in properties.items():
        for one in (schema, *schema.get("anyOf", ())):
            for bound in ("minimum", "maximum", "exclusiveMinimum", "maxLength", "maxItems"):
                if bound in one:
                    assert f"{one[bound]:,}".removesuffix(".0") in told[name], (name, bound)
            for choice in one.get("enum", ()):
                assert choice in told[name]


def test_the_map_table_holds_every_character():
    rows = {char.strip("`"): (name, blocks) for char, name, blocks in rows_of("The map")}
    assert set(rows) == set(KNOWN_CHARACTERS)
    assert {char for char, (_, blocks) in rows.items() if blocks == "yes"} == blocking_characters({})
    names = GROUNDS | OBJECTS | {START: "start", GOAL: "goal", ".": "open ground"}
    assert {char: name for char, (name, _) in rows.items()} == names


def test_the_limits_are_the_programs():
    limits = " ".join(limit for _, limit in rows_of("Limits"))
    for number in (
        checks.MAX_SIDE,
        checks.MAX_TRACK,
        traffic.MAX_STATES,
        traffic.MAX_TRAFFIC,
        strict_yaml.MAX_LINES,
        strict_yaml.MAX_VALUES,
    ):
        assert f"{number:,}" in limits
    assert f"{reader.MAX_BYTES // 1_000_000} MB" in limits
    assert f"up to {checks.MAX_STARTS:,}" in MANUAL


def test_pointers_within_the_manual_lead_somewhere():
    headings = {title.lower().replace(" ", "-") for title in re.findall(r"(?m)^###? (.*)", MANUAL)}
    assert set(re.findall(r"\]\(#(.*?)\)", MANUAL)) <= headings
