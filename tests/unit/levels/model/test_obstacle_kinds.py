"""What every kind of obstacle gives, and what a new one gets by being listed in OBSTACLES."""

import json
import random
import subprocess
import sys
from functools import reduce
from operator import or_
from pathlib import Path
from typing import Annotated, Literal

import numpy as np
import pytest
import yaml
from pydantic import Field, create_model

from levels.files.problems import LevelError
from levels.model.level import Level
from levels.model.mdp import compile_mdp
from levels.model.obstacle import Length, Obstacle, movers_of
from levels.model.obstacles import OBSTACLES
from levels.model.obstacles.patrol import Patrol
from levels.model.traffic import describe
from levels.proof.certificate import certify
from levels.proof.exports import write_certificate
from levels.proof.prove import prove
from levels.proof.reasons import explain
from levels.proof.safety import safe_actions
from levels.text import reader
from levels.text.reader import parse_file, parse_level, read_file
from levels.text.schema import schema_text
from levels.text.writer import to_yaml
from tests import oracle
from tests.judge import FINE, Judge
from tests.obstacle_samples import PLACES, SAMPLES, level_with, text_with
from tests.oracle import World, collides
from tests.random_levels import random_document

RECHECK = Path(__file__).parents[3] / "recheck.py"


def test_the_samples_cover_every_kind():
    assert set(SAMPLES) == set(PLACES) == set(OBSTACLES)


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_is_a_frozen_value_named_as_it_is_listed(kind):
    (obstacle,) = level_with(kind).obstacles
    assert type(obstacle) is OBSTACLES[kind]
    assert obstacle.kind == kind
    with pytest.raises(ValueError, match="frozen"):
        obstacle.look = "ufo"


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_lays_a_cycle_with_all_its_vehicles_on_it(kind):
    (obstacle,) = level_with(kind).obstacles
    track = obstacle.track(3, 5)
    assert len(track) == obstacle.cycle(3, 5)
    movers = movers_of(obstacle, 0, 3, 5)
    assert len(movers) == len(obstacle.at)
    assert len({mover.front for mover in movers}) == len(movers)
    assert all(0 <= mover.front < len(track) for mover in movers)
    assert {mover.length for mover in movers} == {obstacle.size}


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_that_drives_along_a_line_covers_all_of_it_in_its_direction(kind):
    (obstacle,) = level_with(kind).obstacles
    line, track = obstacle.line, obstacle.track(3, 5)
    if line is None:
        pytest.skip("it drives along no line")
    n_cells = line.cells(3, 5)
    cells = [cell for cell in track if cell is not None]
    onwards = [line.cell(place) for place in range(n_cells)]
    assert cells == (onwards[::-1] if line.backwards else onwards)
    assert not obstacle.returns


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_has_a_place_in_words_and_a_key_that_lays_its_way(kind):
    level = level_with(kind)
    (obstacle,) = level.obstacles
    assert obstacle.where() == PLACES[kind]
    assert obstacle.label().startswith(obstacle.look)
    assert describe(level, 0) == f"the {obstacle.look} of obstacle 1 ({PLACES[kind]})"
    assert obstacle.way in type(obstacle).model_fields
    blocked = text_with(kind).replace("  .....", "  ..#..")
    with pytest.raises(LevelError) as caught:
        parse_level(blocked, "blocked.yaml")
    (problem,) = caught.value.problems
    assert "crosses a blocked cell" in problem.message
    line = blocked.split("\n")[problem.line - 1]
    assert line[: problem.column - 1].rstrip().endswith(f"{obstacle.way}:")


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_says_what_is_wrong_with_it_on_a_board_too_small(kind):
    (obstacle,) = level_with(kind).obstacles
    assert list(obstacle.faults(3, 5)) == []
    faults = list(obstacle.faults(1, 5))
    assert faults
    for fault in faults:
        assert fault.path[0] in type(obstacle).model_fields
        assert "is off the board" in fault.message


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_is_judged_by_the_oracle_as_by_the_tables(kind):
    level = level_with(kind)
    mdp, world = compile_mdp(level), World(level)
    assert mdp.period == world.period > 1
    for phase in range(mdp.period):
        under = {mdp.cell(state) for state in range(*mdp.states_at(phase).indices(mdp.n_states))
                 if mdp.violation[state]}  # fmt: skip
        assert under == world.occupied(phase)


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_is_judged_by_the_second_reading_as_by_the_tables(kind):
    mdp, judge = compile_mdp(level_with(kind)), Judge(yaml.safe_load(text_with(kind)))
    states = np.flatnonzero(~mdp.violation & ~mdp.goal)
    cells = mdp.cells[:, 0] * judge.n_cols + mdp.cells[:, 1]
    for column, action in enumerate(mdp.actions):
        named = np.full(len(states), judge.actions.index(action.name.lower()))
        theres, broken = judge.judge(states // mdp.n_cells, cells[states % mdp.n_cells], named)
        after = mdp.next_state[states, column]
        assert ((after == mdp.crash) == (broken != FINE)).all()
        assert (cells[after % mdp.n_cells] == theres)[broken == FINE].all()


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kinds_certificate_holds_before_the_second_checker(kind, tmp_path):
    level, certificate = tmp_path / "level.yaml", tmp_path / "certificate.json"
    level.write_text(text_with(kind), encoding="utf-8")
    file = read_file(level)
    write_certificate(file, prove(file), certificate)
    command = [sys.executable, "-I", "-S", RECHECK, level, certificate]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False)
    assert (done.returncode, done.stdout) == (0, "The certificate holds.\n"), done.stderr


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_is_known_to_the_schema_the_oracle_and_the_random_levels(kind):
    schema = json.loads(schema_text())
    branches = schema["properties"]["obstacles"]["items"]["oneOf"]
    assert {"$ref": f"#/definitions/{OBSTACLES[kind].__name__}"} in branches
    described = schema["definitions"][OBSTACLES[kind].__name__]["properties"]
    assert described["kind"]["const"] == kind
    assert all("description" in said or name == "kind" for name, said in described.items())
    assert kind in oracle.LOOPS
    drawn = [random_document(random.Random(seed)).get("obstacles", ()) for seed in range(60)]
    assert any(obstacle["kind"] == kind for obstacles in drawn for obstacle in obstacles)


@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_survives_being_written(kind):
    level = level_with(kind)
    assert parse_level(to_yaml(level), "again.yaml") == level


class Ferry(Obstacle):
    """A ship that crosses there and back between two banks of a column: a kind that levels lack so far."""

    kind: Literal["ferry"]
    column: int
    banks: tuple[int, int] = Field(strict=False)
    length: Length = 1

    @property
    def size(self):
        return self.length

    @property
    def way(self):
        return "banks"

    def where(self):
        return f"ferry in column {self.column}"

    def _patrol(self):
        path = [[bank, self.column] for bank in self.banks]
        return Patrol.model_validate(
            {"kind": "patrol", "look": self.look, "path": path, "closed": False, "at": self.at}
        )

    def faults(self, n_rows, n_cols):
        for fault in self._patrol().faults(n_rows, n_cols):
            yield type(fault)(("banks", fault.path[1]), fault.message, fault.hint)

    def cycle(self, n_rows, n_cols):
        return self._patrol().cycle(n_rows, n_cols)

    def track(self, n_rows, n_cols):
        return self._patrol().track(n_rows, n_cols)


CROSSING = """format: 1
name: Ferry
map: |
  S...
  ....
  ...G
obstacles:
  - {kind: ferry, look: boat, column: 1, banks: [0, 2], at: [1]}
"""


@pytest.fixture
def _with_ferry(monkeypatch):
    """OBSTACLES has one line more; the level's model is built from it as at the program's start."""
    monkeypatch.setitem(OBSTACLES, "ferry", Ferry)
    kinds = Annotated[reduce(or_, OBSTACLES.values()), Field(discriminator="kind")]
    wider = create_model(
        "Level", __base__=Level, obstacles=(tuple[kinds, ...], Field(default=(), strict=False))
    )
    monkeypatch.setattr(reader, "Level", wider)
    monkeypatch.setitem(
        oracle.LOOPS, "ferry", lambda ferry, *size: oracle.patrol_loop(ferry._patrol(), *size)
    )


@pytest.mark.usefixtures("_with_ferry")
def test_a_new_kind_is_read_compiled_certified_and_told_of():
    level = parse_file(CROSSING, "ferry.yaml").level
    mdp, world = compile_mdp(level), World(level)
    safe = safe_actions(mdp, "viable")
    certificate = certify(level, mdp, safe)
    assert certificate.certified
    assert mdp.period == world.period == 4
    assert certificate.shortest == world.figures().shortest
    column = mdp.actions.index(0)
    reason = explain(level, mdp, safe, mdp.state((1, 0), 0), mdp.actions[column])
    assert (reason.kind, reason.obstacle) == ("allowed", None), "it leaves as the agent comes"
    reason = explain(level, mdp, safe, mdp.starts[0], mdp.actions[1])
    assert reason.kind == "outside"
    reason = explain(level, mdp, safe, mdp.state((2, 0), 0), mdp.actions[column])
    assert reason.text == "the boat in column 1 reaches that cell in this step"
    assert collides(level, [(2, 0), (2, 1)])
    assert parse_level(to_yaml(level), "again.yaml") == level


@pytest.mark.usefixtures("_with_ferry")
@pytest.mark.parametrize(
    ("written", "instead", "message", "at"),
    [
        ("banks: [0, 2]", "banks: [0, 7]", "the corner [7, 1] is off the board", "7]"),
        ("banks: [0, 2]", "bank: [0, 2]", "unknown key “bank”", "bank"),
        ("at: [1]", "at: [4]", "4 lies beyond the ferry's cycle of 4 cells", "4]"),
        ("  ....\n", "  .#..\n", "the boat crosses a blocked cell: “#” at [1, 1], counted from 0", "[0, 2]"),
        ("S...", ".S..", "the start cell [0, 1] is occupied at tick 0 by the boat", "3]"),
        ("kind: ferry", "kind: fery", "an obstacle's kind can't be “fery”", "fery"),
    ],
)
def test_a_new_kinds_faults_are_told_at_their_place(written, instead, message, at):
    text = CROSSING.replace(written, instead)
    if "start" in message:
        text = text.replace("at: [1]", "at: [0]")
        at = "0]"
    with pytest.raises(LevelError) as caught:
        parse_level(text, "ferry.yaml")
    told = {problem.message: problem for problem in caught.value.problems}
    assert message in told
    problem = told[message]
    assert text.split("\n")[problem.line - 1][problem.column - 1 :].startswith(at)
