"""README and docs/keys.md keep their word: the level works, keys are the table's, pointers lead to code."""

import ast
import re
from pathlib import Path

import pytest

from game.ui.controls import CONTROLS
from game.ui.key_texts import help_lines
from levels.proof.prove import prove
from levels.text.reader import parse_file

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
KEYS = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
SCREENS = {
    "Everywhere": "everywhere",
    "In the menu": "menu",
    "Watching a level": "watch",
    "Crossing yourself": "play",
    "Comparing three learners": "compare",
    "Editing a level": "edit",
    "In a lesson or on the tour": "lesson",
    "When a file has errors": "errors",
}


def test_the_level_to_copy_is_certified():
    (text,) = re.findall(r"```yaml\n(.*?)```", README, re.DOTALL)
    proof = prove(parse_file(text, "README.md"))
    assert proof.objection is None
    assert proof.certificate.shortest == 5


@pytest.mark.parametrize("title", SCREENS)
def test_the_page_of_keys_is_the_table_of_controls(title):
    (table,) = re.findall(rf"^## {title}\n\n((?:\|.*\n)+)", KEYS, re.MULTILINE)
    screen = SCREENS[title]
    everywhere = [row for _, rows in help_lines("everywhere") for row in rows]
    expected = ["| key | does |", "|---|---|"]
    for heading, rows in help_lines(screen):
        own = [row for row in rows if screen == "everywhere" or row not in everywhere]
        expected += [f"| **{heading}** | |", *(f"| {keys} | {sentence} |" for keys, sentence in own)]
    assert table.splitlines() == expected


def test_every_screen_with_keys_is_on_their_page():
    assert set(SCREENS.values()) == {row.screen for row in CONTROLS}


def test_the_keys_to_begin_with_are_ten_of_them():
    (table,) = re.findall(r"^## Keys\n\n((?:\|.*\n)+)", README, re.MULTILINE)
    first = table.splitlines()[2:]
    assert len(set(first)) == len(first) == 10
    assert set(first) < set(KEYS.splitlines())


def test_every_picture_and_link_is_there():
    for folder, text in ((ROOT, README), (ROOT / "docs", KEYS)):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[\w-]*)?\)", text):
            assert (folder / target).is_file(), target


POINTERS = [
    (file, name)
    for line in README.splitlines()
    if line.startswith("| ") and ".py`" in line
    for file, names in re.findall(r"`([a-z_/]+\.py)`((?: `[\w.]+`,?)*)", line)
    for name in re.findall(r"`([\w.]+)`", names)
]


def test_there_are_pointers():
    assert len(POINTERS) > 12


@pytest.mark.parametrize(("file", "name"), POINTERS)
def test_an_equation_points_at_code_that_exists(file, name):
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    places = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    owner, _, member = name.partition(".")
    assert owner in places
    if member:
        inside = ast.walk(places[owner])
        names = {
            getattr(node, "name", None) or getattr(getattr(node, "target", None), "id", None)
            for node in inside
        }
        assert member in names


@pytest.mark.slow
def test_the_example_learns_a_crossing():
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    known = {}
    exec(example, known)  # noqa: S102  it is ours
    state, info = known["env"].reset()
    assert -100 < known["q"][state][info["action_mask"] == 1].max() < -5
