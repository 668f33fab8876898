"""Whatever is killed while it writes: the old file is whole or the new one is, and nothing else stays."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.killing import CASES

ROOT = Path(__file__).parents[2]
QUICK = ("train", "settings", "careless")
MOST_ROUNDS = 10
pytestmark = pytest.mark.skipif(os.name == "nt", reason="no fork there")


def tallies(folder, seed, kills, *names):
    command = [sys.executable, "-m", "tests.killing", str(folder), str(seed), str(kills), *names]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    print(f"\n{done.stdout}")
    return {tally["name"]: tally for tally in map(json.loads, done.stdout.splitlines())}


@pytest.mark.slow
def test_some_commands_killed_some_times(tmp_path):
    """Kills come at any moment; there are more of them until one has met a file being written."""
    writing = 0
    for seed in range(1, MOST_ROUNDS):
        found = tallies(tmp_path / f"kills {seed}", seed, 3, *QUICK)
        assert found.pop("careless")["faults"]  # the judge sees what it has to see
        assert [tally["faults"] for tally in found.values()] == [[]] * len(found)
        assert sum(tally["kills"] for tally in found.values()) >= 4
        writing += sum(tally["writing"] for tally in found.values())
        if writing:
            return
    pytest.fail(f"none of {3 * len(QUICK) * MOST_ROUNDS} kills met a file being written")


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_every_command_killed_often(tmp_path):
    found = tallies(tmp_path / "kills", 2, 20)
    assert set(found) == set(CASES)
    assert [tally["faults"] for tally in found.values()] == [[]] * len(found)
    assert sum(tally["kills"] for tally in found.values()) >= 200
    for tally in found.values():
        assert tally["writing"] >= 2, tally
