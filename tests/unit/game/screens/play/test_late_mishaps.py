"""Late traffic that hits a person: what hit is outlined where it really is, and told as it really moved."""

from types import SimpleNamespace

import pytest

from game.board.view import BoardView
from game.presenters.crashing import Hit
from game.presenters.scene import Scene
from game.screens.play.mishap import vehicle_rect
from game.screens.play.words import how
from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.reasons import Reason


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
