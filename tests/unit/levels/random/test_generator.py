"""Random crossings: the same everywhere, sound for the oracle, various, and of the size asked for."""

import hashlib
import subprocess
import sys
from pathlib import Path

import pytest

from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.random.generator import random_crossing
from levels.text.reader import parse_level
from levels.text.writer import to_yaml
from tests.oracle import World

PROJECT = Path(__file__).resolve().parents[4]
ELSEWHERE = """
import sys
from levels.random.generator import random_crossing
from levels.text.writer import to_yaml
sys.stdout.buffer.write("".join(to_yaml(random_crossing(seed)) for seed in range(20)).encode())
"""


def text_of(seeds):
    return "".join(to_yaml(random_crossing(seed)) for seed in seeds).encode()


def test_a_seed_gives_the_same_level_in_every_process_and_for_ever():
    ended = subprocess.run([sys.executable, "-c", ELSEWHERE], cwd=PROJECT, capture_output=True, check=True)
    assert ended.stdout == text_of(range(20))
    assert hashlib.sha256(ended.stdout).hexdigest()[:16] == "75187ce58c098e27"


def test_a_level_reads_back_from_its_file_and_no_two_seeds_agree():
    texts = [to_yaml(random_crossing(seed)) for seed in range(30)]
    for seed, text in enumerate(texts):
        assert parse_level(text, "again.yaml") == random_crossing(seed)
    assert len({text.split("map: |")[1] for text in texts}) == len(texts)


@pytest.mark.parametrize("seed", range(12))
def test_the_oracle_finds_no_fault_in_its_traffic(seed):
    world = World(random_crossing(seed))
    assert world.fault() == ""
    assert 24 % world.period == 0
    assert (world.n_rows, world.n_cols) == (13, 9)


def test_all_that_a_crossing_can_have_turns_up():
    drawn = [random_crossing(seed) for seed in range(60)]
    lanes = [lane for level in drawn for lane in level.obstacles]
    assert {lane.direction for lane in lanes} == {"left", "right"}
    assert {lane.look for lane in lanes} == {"car", "truck", "bus", "train"}
    assert {(lane.every, lane.hop) for lane in lanes} == {(1, 1), (1, 2), (2, 1), (3, 1), (4, 1), (1, 6)}
    assert {lane.length for lane in lanes} == {1, 2, 3, 6, 12}
    assert set("".join("".join(level.map) for level in drawn)) == set("SG.,=-TbRH")
    assert all(lane.row not in (0, 12) for lane in lanes)


def test_waiting_is_all_that_wait_changes():
    moving, waiting = random_crossing(7), random_crossing(7, wait=True)
    assert waiting.actions == (*moving.actions, Action.WAIT)
    assert waiting.model_copy(update={"actions": moving.actions}) == moving


def test_late_traffic_is_one_or_two_ticks_late_in_every_lane():
    drawn = [random_crossing(seed, kind="late") for seed in range(20)]
    lanes = [lane for level in drawn for lane in level.obstacles]
    assert {lane.late for lane in lanes} == {1, 2}
    assert {lane.look for lane in lanes} == {"car", "truck", "bus", "train"}
    assert not any(lane.carries for lane in lanes)


def test_rivers_run_between_banks_of_grass_row_by_row_in_opposite_directions():
    drawn = [random_crossing(seed, kind="river") for seed in range(40)]
    carriers = [lane for level in drawn for lane in level.obstacles if lane.carries]
    assert {lane.look for lane in carriers} == {"log", "raft", "turtle"}
    assert {lane.every for lane in carriers} == {1, 2, 3, 4}
    assert not any(lane.late for level in drawn for lane in level.obstacles)
    assert any(row.startswith("=") for level in drawn for row in level.map)
    for level in drawn:
        flows = {lane.row: lane.direction for lane in level.obstacles if lane.carries}
        assert set(flows) == {row for row, line in enumerate(level.map) if "~" in line}
        assert flows
        assert all(level.map[row] == "~" * 9 for row in flows)
        assert all(flows[row] != flows[row + 1] for row in flows if row + 1 in flows)
        beside = {row + step for row in flows for step in (-1, 1)} - set(flows)
        assert set("".join(level.map[row] for row in beside)) <= set(".TbRHSG")


@pytest.mark.parametrize("kind", ["late", "river"])
@pytest.mark.parametrize("seed", range(6))
def test_the_oracle_finds_no_fault_in_late_traffic_and_rivers(seed, kind):
    world = World(random_crossing(seed, kind=kind))
    assert world.fault() == ""
    assert 24 % world.period == 0


@pytest.mark.parametrize("kind", ["road", "late", "river"])
@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (5, 40), (25, 15), (60, 60)])
def test_other_sizes_compile_too(rows, columns, kind):
    for seed in range(2):
        level = random_crossing(seed, rows=rows, columns=columns, kind=kind)
        mdp = compile_mdp(level)
        assert (level.board.n_rows, level.board.n_cols) == (rows, columns)
        assert 2 * (columns + 15) >= mdp.period


@pytest.mark.parametrize("wrong", [{"seed": -1}, {"seed": 0, "rows": 4}, {"seed": 0, "columns": 61}])
def test_what_is_out_of_range_is_told(wrong):
    with pytest.raises(ValueError, match=r"seeds start at 0|5 to 60 rows and columns"):
        random_crossing(**wrong)
