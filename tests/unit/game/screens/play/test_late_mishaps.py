"""Late traffic that hits a person: what hit is outlined where it really is, and told as it really moved."""

import random
from types import SimpleNamespace

import pytest

from game.board.view import BoardView
from game.presenters.crashing import Hit, touched_at
from game.presenters.level_loader import prepared
from game.presenters.playing import Playing
from game.presenters.scene import Scene
from game.screens.play.mishap import vehicle_rect
from game.screens.play.words import how
from levels.model.board import Action
from levels.model.delays import timetable_ticks
from levels.model.mdp import compile_mdp
from levels.proof.reasons import Reason
from levels.text.reader import read_file


@pytest.fixture
def late(make_level):
    lane = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [0], "late": 2}
    return make_level(["G.......", "========", "S......."], obstacles=[lane])


HIT = Hit(Reason("occupied", "the car reaches that cell in this step", (1, 3), 5, 0), 0, 0.5, ())


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize(("delay", "column"), [((), 4.5), ((2,), 2.5)])
def test_what_hit_is_outlined_where_it_really_is(late, delay, column):
    view = BoardView(late, 40)
    scene = Scene(4.5, (2, 3), (1, 3), 0.5, late=delay, later=delay)
    box = vehicle_rect(view, late, HIT, scene)
    assert box.x == view.cell_rect((1, 0)).x + round(40 * column)


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [((1,), (1,), "just as it came"), ((1,), (2,), "while it stood there"), ((2,), (1,), "just as it came")],
)
def test_how_they_met_follows_the_real_delays(late, before, after, said):
    mdp = compile_mdp(late)
    playing = SimpleNamespace(
        opened=SimpleNamespace(mdp=mdp),
        states=[mdp.starts[0]] * 6,
        state=mdp.starts[0],
        steps=5,
        delays=SimpleNamespace(at=lambda tick: before if tick == 4 else after),
    )
    assert said in how(late, HIT, Action.UP, playing)


@pytest.mark.parametrize(
    ("before", "after", "share"),
    [
        (2, 2, 1.0),  # as on time: it arrives when the agent does
        (2, 1, 0.5),  # it makes up a tick, and is there after the first of two
        (1, 2, 0.5),  # it stands there
    ],
)
def test_a_late_vehicle_stops_the_world_when_it_is_there(late, before, after, share):
    (car,) = late.movers
    assert touched_at(car, (1, 4), timetable_ticks(5, before, after)) == share


def test_without_the_shield_whoever_is_hit_is_hit_by_what_is_really_there(tmp_path):
    """Every run is walked again on the vehicles' own tracks, each as late as the run has it."""
    path = tmp_path / "late.yaml"
    path.write_text(LATE, encoding="utf-8")
    playing, dice = Playing(prepared(path, read_file(path)), None), random.Random(4)
    playing.shield = False
    level, mdp, ends = playing.opened.level, playing.opened.mdp, []
    for _ in range(60):
        playing.restart()
        while playing.outcome is None and playing.steps < 12:
            playing.progress = 1.0
            playing.want(dice.choice((*mdp.actions, Action.UP, Action.WAIT, Action.WAIT)))
        cells = [mdp.cell(state) for state in playing.states]
        for tick, cell in enumerate(cells[:-1] if playing.outcome == "crash" else cells):
            late = playing.delays.at(tick)
            assert not any(m.stands_on(cell, tick - late[m.obstacle]) for m in level.movers)
        if playing.hit is not None and playing.hit.mover is not None:
            mover, tick = level.movers[playing.hit.mover], playing.steps - 1
            before, after = (playing.delays.at(moment)[mover.obstacle] for moment in (tick, tick + 1))
            touched = {
                cell for moment in range(tick - before, tick + 2 - after) for cell in mover.body(moment)
            }
            assert playing.hit.reason.cell in touched
            ends.append(playing.hit.mover)
    assert len(ends) > 10


LATE = """
format: 1
name: Late
map: |
  G.......
  ========
  ========
  S.......
actions: [right, up, left, down, wait]
obstacles:
  - {kind: lane, look: car, row: 1, direction: right, at: [0, 6], loop: 12, late: 2}
  - {kind: lane, look: car, row: 2, direction: left, at: [2, 8], loop: 12, late: 2}
"""
