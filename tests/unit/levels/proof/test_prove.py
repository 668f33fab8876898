"""A level is proved, or refused with the reason at its place in the file."""

import numpy as np
import pytest

from levels.files.problems import LevelError
from levels.proof.optimal_values import steps_to_goal
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, parse_file, read_file

TRAP = """format: 1
name: Trap
map: |
  ###
  #S#
  ===
  #G#
obstacles:
  - {kind: lane, look: train, row: 2, direction: right, length: 2, at: [1]}
"""


def test_a_trap_is_told_at_the_start_with_the_cells_the_ticks_and_the_obstacle():
    proof = prove(parse_file(TRAP, "trap.yaml"))
    assert not proof.certificate.certified
    assert proof.refused
    assert proof.certificate.refusal.trace == ((0, (1, 1)),)
    assert proof.certificate.refusal.obstacles == (0,)
    problem = proof.objection.problems[0]
    assert (problem.line, problem.column) == (5, 4)
    assert "at row 1, column 1 is a trap" in problem.message
    assert "down: the train in row 2 reaches that cell in this step" in problem.hint.split("\n")
    assert "trap.yaml:5:4" in proof.objection.render()


def test_traffic_that_closes_every_way_is_named():
    text = TRAP.replace("#S#", "S..").replace("length: 2, at: [1]", "length: 3, loop: 4, hop: 2, at: [1]")
    proof = prove(parse_file(text, "closed.yaml"))
    refusal = proof.certificate.refusal
    assert proof.refused
    assert refusal.hint.startswith("at phase ")
    assert refusal.trace == ((0, (1, 0)),)
    assert refusal.obstacles == (0,)
    assert "every path is closed by the train in row 2;" in refusal.message
    assert proof.objection.problems[0].line == 5


def test_a_refusal_says_how_late_the_traffic_that_closes_can_be():
    """A train on time leaves a gap; one that can be late closes the path, or the start itself."""
    road = TRAP.replace("#S#", "S..").replace("length: 2, at: [1]", "length: 2, loop: 9, at: [3]")
    assert not prove(parse_file(road, "on_time.yaml")).refused
    late = road.replace("at: [3]", "at: [3], late: 8")
    message = prove(parse_file(late, "late.yaml")).certificate.refusal.message
    assert "every path is closed by the train in row 2 (up to 8 steps late);" in message
    trap = late.replace("S..", "#S#")
    message = prove(parse_file(trap, "trap.yaml")).certificate.refusal.message
    assert message.endswith("at once; it is closed by the train in row 2 (up to 8 steps late)")


def test_too_large_is_told_at_the_lane_that_causes_it():
    lanes = (
        "  - {kind: lane, look: car, row: 2, direction: right, at: [0]}\n"
        "  - {kind: lane, look: car, row: 1, direction: right, loop: 9973, every: 977, at: [1]}\n"
    )
    text = "format: 1\nname: Large\nmap: |\n  S..\n  ===\n  ===\n  ..G\nobstacles:\n" + lanes
    with pytest.raises(LevelError) as refused:
        prove(parse_file(text, "large.yaml"))
    problem = refused.value.problems[0]
    assert problem.line == 10
    assert "9,743,621 ticks" in problem.message or "29,230,863 ticks" in problem.message
    assert "the limit is 20,000,000" in problem.message


def test_two_obstacles_that_meet_are_told_at_the_second():
    lanes = (
        "  - {kind: lane, look: car, row: 1, direction: right, at: [0]}\n"
        "  - {kind: lane, look: car, row: 1, direction: left, at: [2]}\n"
    )
    with pytest.raises(LevelError) as refused:
        prove(
            parse_file(
                "format: 1\nname: Meet\nmap: |\n  S..\n  ===\n  ..G\nobstacles:\n" + lanes, "meet.yaml"
            )
        )
    assert refused.value.problems[0].line == 9
    assert "tick 1" in refused.value.problems[0].message


def test_a_one_step_level_with_dead_ends_is_objected_to_at_its_safety_line(tmp_path):
    text = builtin_levels()["dead_end"].read_text(encoding="utf-8")
    path = tmp_path / "published.yaml"
    path.write_text(text + "safety: one_step\n", encoding="utf-8")
    proof = prove(read_file(path))
    assert not proof.certificate.certified
    assert not proof.refused, "it can be learned in mode viable"
    assert proof.objection.problems[0].line == len(text.split("\n"))


@pytest.mark.parametrize(
    ("actions", "walls", "message"),
    [
        ("[wait]", "forbidden", "from the start at row 0, column 0 by wait alone"),
        ("[up, left]", "stay", "from the start at row 0, column 0 by up and left alone"),
        ("[right]", "forbidden", None),
    ],
)
def test_moves_that_a_level_does_without_are_not_blamed_on_walls(actions, walls, message):
    text = f"format: 1\nname: One way\nmap: |\n  S..G\n  ....\nactions: {actions}\nwalls: {walls}\n"
    proof = prove(parse_file(text, "one way.yaml"))
    assert proof.certificate.certified == (message is None)
    if message:
        assert message in proof.certificate.refusal.message
        assert "“actions”" in proof.certificate.refusal.hint


def test_proving_says_how_far_it_is_and_can_be_cancelled():
    file = read_file(builtin_levels()["grid_4"])
    told = []
    proof = prove(file, lambda share, stage: told.append((share, stage)))
    shares = [share for share, _ in told]
    assert shares == sorted(shares)
    assert shares[0] == 0 < shares[-1] < 1
    assert list(dict.fromkeys(stage for _, stage in told)) == [
        "laying out the traffic",
        "laying the tables",
        "finding the safe states",
        "finding the shortest paths",
    ]
    np.testing.assert_array_equal(proof.steps_to_goal, steps_to_goal(proof.mdp, proof.safe))

    def cancel(_share, stage):
        if stage == "finding the safe states":
            raise InterruptedError

    with pytest.raises(InterruptedError):
        prove(file, cancel)
