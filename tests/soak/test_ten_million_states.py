"""A level of ten million states: certified by `check` in little time and memory, in a process of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.soak
PROJECT = Path(__file__).parents[2]
SIDE, LANES, LOOP, EVERY = 100, 33, 125, (1, 2, 4, 8)
"""Rows and columns, lanes of a dozen cars each; with these loops the traffic repeats after 1,000 ticks."""


def text_of_level():
    """Roads with two free rows between them, the start and the goal in opposite corners."""
    rows = ["=" * SIDE if row % 3 == 1 and row < 3 * LANES else "." * SIDE for row in range(SIDE)]
    rows[0], rows[-1] = "S" + rows[0][1:], rows[-1][:-1] + "G"
    lanes = [
        f"  - {{kind: lane, look: car, row: {3 * lane + 1}, direction: {('right', 'left')[lane % 2]}, "
        f"every: {EVERY[lane % len(EVERY)]}, loop: {LOOP}, at: {[10 * car for car in range(12)]}}}"
        for lane in range(LANES - 1)
    ]
    head = ["format: 1", "name: Ten million", "map: |", *(f"  {row}" for row in rows)]
    return "\n".join([*head, "actions: [right, up, left, down, wait]", "obstacles:", *lanes, ""])


CHECK = (
    "import resource, sys, main; code = main.main(['check', sys.argv[1], '--json']); "
    "usage = resource.getrusage(resource.RUSAGE_SELF); "
    "print(code, usage.ru_maxrss * 1024, usage.ru_utime + usage.ru_stime)"
)


def checked(level):
    """What `check` printed, its exit code, its peak memory [bytes] and its processor time [s]."""
    run = subprocess.run(
        [sys.executable, "-c", CHECK, str(level)], cwd=PROJECT, capture_output=True, text=True, check=True
    )
    printed, figures = run.stdout.strip().split("\n")
    code, peak, seconds = figures.split()
    return printed, int(code), int(peak), float(seconds)


@pytest.mark.skipif(sys.platform != "linux", reason="the unit of ru_maxrss is Linux's")
def test_ten_million_states_take_little_time_and_memory(tmp_path):
    level = tmp_path / "ten_million.yaml"
    level.write_text(text_of_level())
    checked("grid_4")  # compiles what has to be compiled
    _, _, base, _ = checked("grid_4")
    printed, code, peak, seconds = checked(level)
    assert code == 0, printed
    assert '"period": 1000' in printed
    assert '"cells": 10000' in printed
    assert (peak - base) / 10**7 < 150
    assert seconds < 12
