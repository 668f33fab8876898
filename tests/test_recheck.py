"""The second checker, run as anyone would run it: it accepts what is true and nothing else."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from levels.model.obstacles import OBSTACLES
from levels.proof.exports import write_certificate
from levels.proof.prove import prove
from levels.random.generator import random_crossing
from levels.text.reader import builtin_levels, parse_file, read_file
from levels.text.writer import to_yaml
from tests.conftest import BUILTINS
from tests.random_levels import random_level

RECHECK = Path(__file__).parent / "recheck.py"
TAMPERED = "patience"
"""A level with doomed states, a period and all kinds of lanes."""


def recheck(level, certificate):
    """Exit code and words of a Python that has its standard library alone."""
    command = [sys.executable, "-I", "-S", RECHECK, level, certificate]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def certify(tmp_path):
    """A level's text → its file, and that of its certificate."""

    def written(text):
        level, certificate = tmp_path / "level.yaml", tmp_path / "certificate.json"
        level.write_text(text, encoding="utf-8")
        file = read_file(level)
        write_certificate(file, prove(file), certificate)
        return level, certificate

    return written


@pytest.mark.slow
@pytest.mark.parametrize("name", BUILTINS)
def test_certificates_of_built_in_levels_hold(name, certify):
    assert recheck(*certify(builtin_levels()[name].read_text("utf-8"))) == (0, "The certificate holds.\n")


@pytest.mark.parametrize(
    "seed", [*range(15), *(pytest.param(n, marks=pytest.mark.soak) for n in range(15, 315))]
)
def test_certificates_of_random_levels_hold(seed, certify):
    """Both modes, walls that stop, legends, patrols, hops; refused levels as well, whose figures say so."""
    assert recheck(*certify(to_yaml(random_level(seed)))) == (0, "The certificate holds.\n")


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(n, marks=pytest.mark.soak) for n in range(4, 300))]
)
def test_certificates_of_random_crossings_hold(seed, certify):
    """With and without wait by turns; among the 300 some have no safe way, and their figures say so."""
    level = random_crossing(seed, wait=seed % 2 == 1)
    assert recheck(*certify(to_yaml(level))) == (0, "The certificate holds.\n")


@pytest.mark.parametrize("phases", ["zero", "all"])
def test_certificates_of_exploring_starts_hold(phases, certify):
    level = random_level(1)
    settings = {"start_cells": "all", "start_phases": phases}
    level = level.model_copy(update={"learning": level.learning.model_copy(update=settings)})
    assert recheck(*certify(to_yaml(level))) == (0, "The certificate holds.\n")


def test_both_files_may_come_from_another_system(certify):
    """A byte order mark and line ends of two characters are not part of the text."""
    level, certificate = certify(builtin_levels()[TAMPERED].read_text("utf-8"))
    level.write_bytes(b"\xef\xbb\xbf" + level.read_bytes().replace(b"\n", b"\r\n"))
    assert parse_file(level.read_bytes(), "level").text.encode() != level.read_bytes()
    assert recheck(level, certificate)[0] == 0


def test_a_small_file_is_checked_at_sight(certify):
    """All of it, worked out by hand: the car stands on the goal at even ticks, so one has to wait a tick."""
    text = "format: 1\nname: Two by two\nmap: |\n  .G\n  S.\nactions: [right, up, left, down, wait]\n"
    car = "  - {kind: lane, look: car, row: 0, direction: left, at: [1]}\n"
    _, certificate = certify(f"{text}obstacles:\n{car}")
    content = json.loads(certificate.read_text("utf-8"))
    assert re.fullmatch("[0-9a-f]{64}", content.pop("level_sha256"))
    assert content == {
        "format": "safe-crossing certificate 1",
        "name": "Two by two",
        "rows": 2,
        "columns": 2,
        "cells": 4,
        "period": 2,
        "states": 6,
        "reachable": 6,
        "viable": 6,
        "doomed": 0,
        "doomed_reachable": 0,
        "shortest": 3,
        "goal_reachable_from_all": True,
        "certified": True,
        "viable_states": ["1011", "0111"],
    }


@pytest.mark.parametrize(
    ("rows", "lane", "period"),
    [
        ("SG/../..", "row: 2, direction: right, hop: 15, loop: 30, at: [5, 21]", 1),
        ("SG/../..", "row: 2, direction: right, hop: 15, loop: 30, at: [5]", 2),
        ("S.G/...", "column: 0, direction: up, hop: 10, loop: 20, at: [3, 15]", 1),
        ("S/./G", "row: 1, direction: right, length: 2, loop: 4, at: [1, 3]", 2),
        ("S../.../..G", "row: 1, direction: left, length: 3, loop: 6, hop: 4, at: [0, 3]", 1),
    ],
    ids=["two that take turns", "one by itself", "upwards", "a train without end", "a packed lane"],
)
def test_what_happens_off_the_board_does_not_count(rows, lane, period, certify):
    """Two cars that hop over the board by turns do the same there at every tick; the train's joints show."""
    drawing = "".join(f"  {row}\n" for row in rows.split("/"))
    text = f"format: 1\nname: Far\nmap: |\n{drawing}obstacles:\n  - {{kind: lane, look: car, {lane}}}\n"
    level, certificate = certify(text)
    assert json.loads(certificate.read_text("utf-8"))["period"] == period
    assert recheck(level, certificate) == (0, "The certificate holds.\n")


RIVERS = {
    "lanes": (
        "...G...../~~~~~~~~~/~~~~~~~~~/~~~~~~~~~/....S....",
        "kind: lane, row: 1, direction: right, every: 2, length: 3, loop: 12, at: [3, 9]",
        "kind: lane, row: 2, direction: left, length: 3, loop: 12, at: [2, 7]",
        "kind: lane, row: 3, direction: right, every: 3, length: 2, loop: 12, at: [1, 5, 9]",
    ),
    "ferry": (
        "...G.../~~~~~~~/......./~~~~~~~/S......",
        "kind: patrol, path: [[1, 1], [1, 5]], closed: false, every: 2, at: [0]",
        "kind: lane, row: 3, direction: right, hop: 2, every: 2, length: 2, loop: 10, at: [1, 6]",
    ),
    "seam": ("G../~~~/..S", "kind: lane, row: 1, direction: right, at: [1]"),
}
KEYS = ("cells", "period", "states", "reachable", "viable", "doomed", "doomed_reachable", "shortest")


def river(name):
    """A level of nothing but ground, water and logs."""
    drawing, *logs = RIVERS[name]
    rows = "".join(f"  {row}\n" for row in drawing.split("/"))
    carriers = "".join(f"  - {{look: log, carries: true, {log}}}\n" for log in logs)
    head = f"format: 1\nname: A river\nmap: |\n{rows}actions: [right, up, left, down, wait]\n"
    return f"{head}obstacles:\n{carriers}"


def late(text, ticks):
    """The level with all its obstacles late."""
    return text.replace("- {kind", f"- {{late: {ticks}, kind")


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("lanes", (45, 12, 378, 362, 376, 2, 2, 6)),
        ("ferry", (33, 80, 1984, 1952, 1984, 0, 0, 5)),
        ("seam", (9, 3, 21, 20, 21, 0, 0, 5)),
    ],
)
def test_certificates_of_rivers_hold(name, figures, certify):
    """One with a state less does not."""
    level, certificate = certify(river(name))
    content = json.loads(certificate.read_text("utf-8"))
    assert tuple(content[key] for key in KEYS) == figures
    assert recheck(level, certificate) == (0, "The certificate holds.\n")
    change_state(content, "1")
    certificate.write_text(json.dumps(content), encoding="utf-8")
    assert recheck(level, certificate)[0] == 1


def test_certificates_of_late_traffic_hold(certify):
    """And only with the delays they were made for."""
    text = builtin_levels()["crossy_road"].read_text("utf-8")
    level, certificate = certify(late(text, 2))
    content = json.loads(certificate.read_text("utf-8"))
    assert tuple(content[key] for key in KEYS[2:]) == (2484, 1016, 2248, 236, 28, 17)
    assert recheck(level, certificate) == (0, "The certificate holds.\n")
    for ticks in (1, 3):
        other, own = certify(late(text, ticks))
        forged = content | {"level_sha256": json.loads(own.read_text("utf-8"))["level_sha256"]}
        own.write_text(json.dumps(forged), encoding="utf-8")
        code, words = recheck(other, own)
        assert (code, "viable_states" in words) == (1, True)


def change_state(content, old):
    """The first state that is not viable becomes viable, or the other way round, and the counts follow."""
    phase, row = next((t, row) for t, row in enumerate(content["viable_states"]) if old in row)
    content["viable_states"][phase] = row.replace(old, "10"[int(old)], 1)
    content["viable"] += 1 - 2 * int(old)
    content["doomed"] -= 1 - 2 * int(old)


def double_period(content):
    content["viable_states"] *= 2
    for key in ("period", "states", "viable", "doomed"):
        content[key] *= 2


def all_viable(content):
    content["viable_states"] = [re.sub(".", "1", row) for row in content["viable_states"]]


CHANGES = {
    "a state more": lambda content: change_state(content, "0"),
    "a state less": lambda content: change_state(content, "1"),
    "a phase less": lambda content: content["viable_states"].pop(),
    "every state": all_viable,
    "no state": lambda content: content.update(viable_states=[]),
    "twice the period": double_period,
    "a key less": lambda content: content.pop("doomed"),
    "a key more": lambda content: content.update(remark="trust me"),
    "another format": lambda content: content.update(format="safe-crossing certificate 2"),
}
FIGURES = [
    *("name", "rows", "columns", "cells", "period", "states", "reachable", "viable", "doomed"),
    *("doomed_reachable", "shortest", "goal_reachable_from_all", "certified"),
]


@pytest.mark.parametrize("what", [*CHANGES, *FIGURES])
def test_tampered_certificates_are_refused(what, certify):
    level, certificate = certify(builtin_levels()[TAMPERED].read_text("utf-8"))
    content = json.loads(certificate.read_text("utf-8"))
    true = json.dumps(content)
    if what in CHANGES:
        CHANGES[what](content)
    elif isinstance(content[what], bool):
        content[what] = not content[what]
    else:
        content[what] += "!" if what == "name" else 1
    assert json.dumps(content) != true
    certificate.write_text(json.dumps(content), encoding="utf-8")
    code, words = recheck(level, certificate)
    assert code == 1
    if what in FIGURES:
        assert words == f"The certificate is wrong about {what}.\n"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hop: 2", "hop: 1"),
        ("every: 2", "every: 3"),
        ("T###", "T#.#"),
        (", wait]", "]"),
        ("right, up", "up, right"),
    ],
)
def test_another_level_is_refused(old, new, certify):
    """Even if its text has the certificate's hash: then the figures are wrong, or there is no difference."""
    level, certificate = certify(builtin_levels()[TAMPERED].read_text("utf-8"))
    text, content = level.read_text("utf-8"), json.loads(certificate.read_text("utf-8"))
    assert old in text
    level.write_text(text.replace(old, new, 1), encoding="utf-8")
    code, words = recheck(level, certificate)
    assert (code, "level_sha256" in words) == (1, True)
    own = certify(text.replace(old, new, 1))[1]
    content["level_sha256"] = json.loads(own.read_text("utf-8"))["level_sha256"]
    own.write_text(json.dumps(content), encoding="utf-8")
    assert recheck(level, own)[0] == (0 if old == "right, up" else 1)


UNKNOWN = {
    "an obstacle over several lines": (
        "{kind: lane, look: car, row: 1,",
        "{kind: lane, look: car,\n     row: 1,",
    ),
    "a list in one line": ("obstacles:\n  - {", "obstacles: [{"),
    "a key in quotes": ("actions:", '"actions":'),
    "a remark behind a value": (", wait]", ", wait] # five"),
    "a map of another kind": ("map: |", "map: |-"),
    "a setting in quotes": ("actions:", 'learning: {"start_cells": "all"}\nactions:'),
}


@pytest.mark.parametrize("what", UNKNOWN)
def test_what_is_written_in_another_way_is_refused_not_guessed(what, certify):
    level, certificate = certify(builtin_levels()[TAMPERED].read_text("utf-8"))
    text = level.read_text("utf-8")
    assert UNKNOWN[what][0] in text
    level.write_text(text.replace(*UNKNOWN[what]), encoding="utf-8")
    code, words = recheck(level, certificate)
    assert code == 1
    assert words.startswith("Refused, as not understood: ")


LOG = "{kind: lane, look: log, row: 1, direction: right, length: 3, carries: true, at: [2]}"
BANKS = "map: |\n  ...G...\n  ~~~~~~~\n  ...S...\nactions: [right, up, left, down, wait]\n"
HIDDEN = {
    "a block": f"about: |\n  - {LOG}\n",
    "quotes": f'about: "Cross on\n  - {LOG}\n# the log"\n',
    "a plain text": "about: Cross on\n  - " + json.dumps(yaml.safe_load(LOG), separators=(",", ":")) + "\n",
}


@pytest.mark.parametrize("where", HIDDEN)
def test_an_obstacle_within_a_text_is_none(where, certify):
    """The level has no log, so it is refused; a certificate that has one is not believed."""
    head = "format: 1\nname: Is there a log?\n"
    real, forged = certify(f"{head}{BANKS}obstacles:\n  - {LOG}\n")
    content = json.loads(forged.read_text("utf-8"))
    assert (content["certified"], recheck(real, forged)[0]) == (True, 0)
    level, own = certify(f"{head}{HIDDEN[where]}{BANKS}")
    true = json.loads(own.read_text("utf-8"))
    assert not true["certified"]
    own.write_text(json.dumps(content | {"level_sha256": true["level_sha256"]}), encoding="utf-8")
    code, words = recheck(level, own)
    assert code == 1
    assert words.startswith("Refused, as not understood: ")


HEDGE = "legend:\n  x: {look: hedge, blocks: %s}\nmap: |\n  SxG\n"
CAR = (
    "map: |\n  S..G\nactions: [right, up, left, down, wait]\n"
    "obstacles:\n  - {kind: lane, look: car, row: %s, column: 2, direction: down, at: [0]}\n"
)
DOG = (
    "map: |\n  S...\n  ....\n  ...G\nactions: [right, up, left, down, wait]\nobstacles:\n"
    "  - {kind: patrol, look: dog, path: [[0, 1], [0, 3], [1, 3], [1, 1]], closed: %s, at: [0]}\n"
)


@pytest.mark.parametrize(
    ("head", "text", "value"),
    [
        ("name: A word", HEDGE, "False"),
        ("name: A word", HEDGE, "FALSE"),
        ("name: A word", DOG, "False"),
        ("name: A word", CAR, "null"),
        ("name: A word", CAR, "Null"),
        ("name: A word #2", HEDGE, "true"),
    ],
)
def test_what_yaml_takes_for_no_word_is_refused(head, text, value, certify):
    """Taken for words, they open or close a way, have an obstacle be nowhere, or are part of the name."""
    level, certificate = certify(f"format: 1\n{head}\n{text % value}")
    code, words = recheck(level, certificate)
    assert code == 1
    assert words.startswith("Refused, as not understood: ")


def test_blanks_behind_a_name_are_not_part_of_it(certify):
    assert recheck(*certify("format: 1\nname: Two  \nmap: |\n  SG\n")) == (0, "The certificate holds.\n")


def test_a_comment_below_the_map_is_no_row_of_it(certify):
    level, certificate = certify("format: 1\nname: Two\nmap: |\n  SG\n #end\n")
    content = json.loads(certificate.read_text("utf-8"))
    assert content["rows"] == 1
    assert recheck(level, certificate) == (0, "The certificate holds.\n")
    certificate.write_text(json.dumps(content | {"rows": 2}), encoding="utf-8")
    assert recheck(level, certificate) == (1, "The certificate is wrong about rows.\n")


def test_missing_files_are_told(tmp_path):
    code, words = recheck(tmp_path / "none.yaml", tmp_path / "none.json")
    assert (code, "No such file" in words or "FileNotFound" in words) == (1, True)


def test_the_checker_is_short_and_stands_alone():
    lines = RECHECK.read_text("utf-8").split("\n")
    assert len(lines) <= 97 + 2 * len(OBSTACLES)  # short enough to be read before one believes it
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
    assert imported <= sys.stdlib_module_names
