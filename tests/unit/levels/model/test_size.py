"""A million states are compiled and certified within the stated time and memory; too many are refused."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from levels.files.problems import LevelError
from levels.model.level import Level
from levels.model.mdp import compile_mdp
from levels.model.traffic import MAX_STATES, LevelTooLarge
from levels.proof.prove import prove
from levels.text.reader import parse_file

ROOT = Path(__file__).resolve().parents[4]

MEASURE = """
import json, resource, sys, time
from tests.unit.levels.model.test_size import crossing
from levels.proof.certificate import certify
from levels.model.mdp import compile_mdp
from levels.proof.safety import safe_actions

def certificate(level):
    mdp = compile_mdp(level)
    return certify(level, mdp, safe_actions(mdp, "viable"))

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

certificate(crossing(loop=40))  # loads and compiles what has to be compiled
before = peak()
start = time.perf_counter()
found = certificate(crossing(loop=1000))
print(json.dumps({"seconds": time.perf_counter() - start, "bytes": peak() - before,
                  "states": found.states, "certified": found.certified, "period": found.period}))
"""


def crossing(loop: int) -> Level:
    """A crossing of 25 × 40 cells with twenty lanes on loops of one length."""
    rows = ["S" + "." * 39, *["." * 40] * 23, "." * 39 + "G"]
    lanes = [
        {
            "kind": "lane",
            "look": "car",
            "row": row,
            "direction": "left" if row % 2 else "right",
            "length": 1 + row % 3,
            "loop": loop,
            "at": [0, 20],
        }
        for row in range(2, 22)
    ]
    return Level.model_validate({"format": 1, "name": "Large", "map": "\n".join(rows), "obstacles": lanes})


@pytest.mark.slow
def test_a_million_states_in_three_seconds_and_three_hundred_bytes_each() -> None:
    pytest.importorskip("resource", reason="peak memory is read the POSIX way")
    run = subprocess.run(
        [sys.executable, "-c", MEASURE], cwd=ROOT, capture_output=True, text=True, check=True, timeout=120
    )
    found = json.loads(run.stdout)
    assert found["certified"]
    assert found["period"] == 1000
    assert 900_000 < found["states"] < 1_000_000  # all pairs but those that vehicles stand on
    assert found["seconds"] < 3.0
    assert found["bytes"] < 300 * 1_000_000


def judged(rows: list[str], *obstacles: str) -> LevelError | None:
    """What the reader or the proof has to say about a level, None if it is certified."""
    drawing = "".join(f"  {row}\n" for row in rows)
    traffic = "obstacles:\n" + "".join(f"  - {{{obstacle}}}\n" for obstacle in obstacles)
    text = f"format: 1\nname: Hostile\nmap: |\n{drawing}actions: [right, up, left, down, wait]\n"
    try:
        return prove(parse_file(text + traffic * bool(obstacles), "hostile.yaml")).objection
    except LevelError as error:
        return error


LANE = "kind: lane, look: train, direction: down"
ZIGZAG = f"kind: patrol, look: robot, closed: true, every: 10, at: [0], path: {[[0, 0], [0, 2]] * 500}"


@pytest.mark.parametrize(
    ("message", "rows", "obstacles"),
    [
        (
            "after at most 42011 ticks",
            ["S=G", ".=.", ".=."],
            (
                f"{LANE}, column: 0, every: 6, loop: 37000, length: 3, at: [30000]",
                f"{LANE}, column: 1, length: 3, at: [2]",
            ),
        ),
        (
            "every path is closed by",
            ["S..", "===", "..G"],
            ("kind: lane, look: train, row: 1, direction: left, loop: 100000, length: 100000, at: [5]",),
        ),
        (
            "nearest cell that the agent can safely reach is row 98, column 0",
            ["S" + "." * 999, *["." * 1000] * 98, "=" * 1000, *["G" * 1000] * 100],
            ("kind: lane, look: train, row: 99, direction: left, length: 1000, hop: 1000, at: [5]",),
        ),
        (None, ["...", "S.G"], (ZIGZAG,)),
        (
            "over 10^",
            ["S........G", *["=========="] * 299],
            tuple(
                f"kind: lane, look: car, row: {row}, direction: left, loop: {row + 10}, every: {row}, at: [0]"
                for row in range(1, 300)
            ),
        ),
        ("the map has 199,999 starts", ["S" * 1000] * 199 + ["S" * 999 + "G"], ()),
    ],
    ids=["a long trap", "a long train", "many goals", "a long patrol", "many periods", "many starts"],
)
def test_hostile_levels_are_judged_quickly(
    message: str | None, rows: list[str], obstacles: tuple[str, ...]
) -> None:
    """Well-formed levels that ask for as much work as the format lets them."""
    judged(["SG"])  # loads and compiles what has to be compiled
    begun = time.process_time()
    objection = judged(rows, *obstacles)
    assert time.process_time() - begun < 3.0
    assert message is None if objection is None else str(message) in objection.render()


def test_too_many_states_are_refused_before_anything_is_allocated() -> None:
    level = crossing(loop=97)
    odd = level.obstacles[3].model_copy(update={"loop": 89, "every": 7})
    level = level.model_copy(update={"obstacles": (*level.obstacles[:3], odd, *level.obstacles[4:])})
    start = time.perf_counter()
    with pytest.raises(LevelTooLarge) as refused:
        compile_mdp(level)
    assert time.perf_counter() - start < 1.0
    message = str(refused.value)
    assert f"{97 * 89 * 7:,} ticks" in message
    assert f"{97 * 89 * 7 * 1000:,} states" in message
    assert f"{MAX_STATES:,}" in message
    assert "obstacle 4 (row 5)" in message
    assert 3 in refused.value.obstacles
