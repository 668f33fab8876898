"""What overlays declare to read is what they read: no picture is ever stale, and none depends on more."""

from dataclasses import fields, replace

import numpy as np
import pygame
import pytest

from game.board import floor
from game.board.large import LargeView
from game.board.overlay_data import OverlayData
from game.board.overlays import OVERLAYS
from game.board.view import BoardView
from game.presenters.scene import Scene
from game.presenters.svm_fit import Request, fitted
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import safe_actions
from tests.conftest import tiny

pytestmark = pytest.mark.usefixtures("window")

ROWS = ["S.....", "......", "======", "..#...", ".....G"]
CAR = {"kind": "lane", "look": "car", "row": 2, "direction": "left", "at": [5]}
LEVEL = tiny(ROWS, obstacles=[CAR])
"""The car's loop is even: without waiting the agent can be in every other cell only at a phase."""
WALLED = tiny(["S#....", *ROWS[1:]], obstacles=[CAR])
"""The same with a wall beside the start."""
FIELDS = frozenset(field.name for field in fields(OverlayData)) - {"in_sight", "written"}
"""All but what the board itself sets."""
SIZES = (6, 9, 16, 26, 48)
"""Sides of a cell, one on either side of whatever overlays leave out or draw otherwise on small cells."""


def turned(labels):
    """Each label's next column, none where there was none."""
    return np.where(labels >= 0, (labels + 1) % 4, -1).astype(np.int8)


def svm_of(data, labels):
    return fitted(Request(data.mdp, data.safe, labels, 32.0, None))


def renumbered(mdp):
    """The same cells with other numbers, and other actions for the columns."""
    half = mdp.n_cells // 2
    index = np.where(mdp.cell_index >= 0, (mdp.cell_index + half) % mdp.n_cells, -1)
    actions = (*mdp.actions[1:], mdp.actions[0])
    return replace(mdp, cells=np.roll(mdp.cells, half, axis=0), cell_index=index, actions=actions)


def shown_data():
    """Some states out of reach were tried and some were not; the agent is at the start."""
    mdp = compile_mdp(LEVEL)
    safe = safe_actions(mdp, LEVEL.safety)
    best = -1.0 - np.arange(mdp.n_states)[:, None] % 7
    q = np.where(safe.allowed, best * (np.arange(mdp.n_states)[:, None] % 3 > 0), np.nan)
    labels = np.where(safe.allowed.any(axis=1), safe.allowed.argmax(axis=1), -1).astype(np.int8)
    data = OverlayData(LEVEL, mdp, safe, q, labels, mdp.starts[0], 0, (-7.0, -1.0))
    visits = np.arange(mdp.n_states) % 3
    return replace(data, svm=svm_of(data, labels), optimal=solve(mdp, safe, 1.0), visits=visits)


OTHERWISE = {
    "level": lambda _data: WALLED,
    "mdp": lambda data: renumbered(data.mdp),
    "safe": lambda data: replace(
        data.safe,
        **{name: ~getattr(data.safe, name) for name in ("allowed", "one_step", "viable", "reachable")},
    ),
    "q": lambda data: data.q[::-1],
    "labels": lambda data: turned(data.labels),
    "state": lambda data: data.mdp.state((1, 2), 0),
    "phase": lambda data: data.phase + 1,
    "value_range": lambda _data: (-40.0, 0.0),
    "svm": lambda data: svm_of(data, turned(data.labels)),
    "palette": lambda _data: "cividis",
    "optimal": lambda data: replace(data.optimal, q_star=data.optimal.q_star[::-1]),
    "visits": lambda data: data.visits[::-1],
}
"""For each field another value, so different that whatever depends on the field looks different."""


def otherwise(data, name):
    return replace(data, **{name: OTHERWISE[name](data)})


class Guarded(OverlayData):
    """Data that raises when a field is read, be it by a property, that was not declared."""

    def __init__(self, data, reads):
        super().__init__(**{name: getattr(data, name) for name in FIELDS})
        self.__dict__["declared"] = reads

    def __getattribute__(self, name):
        if name in FIELDS and name not in super().__getattribute__("__dict__")["declared"]:
            raise AssertionError(f"reads {name}, which it does not declare")
        return super().__getattribute__(name)


def whole(cell):
    return BoardView(LEVEL, cell)


def part(cell):
    """A view through a port in which not all columns have room."""
    view = LargeView(LEVEL, (4 * cell, 6 * cell), cell)
    view.patience = 60.0
    return view


def picture(view, data, overlay):
    surface = pygame.Surface(view.size)
    view.draw(surface, (0, 0), Scene(0, (0, 0), (0, 0)), [overlay], data)
    return pygame.image.tobytes(surface, "RGB")


def test_every_field_has_another_value():
    assert set(OTHERWISE) == FIELDS


@pytest.mark.parametrize("overlay", OVERLAYS.values(), ids=OVERLAYS)
def test_each_declared_field_shows(overlay):
    data, views = shown_data(), [view_of(cell) for view_of in (whole, part) for cell in SIZES]
    plain = [picture(view, data, overlay) for view in views]
    for name in overlay.reads:
        changed = otherwise(data, name)
        seen = [picture(view, changed, overlay) != was for view, was in zip(views, plain, strict=True)]
        assert any(seen), f"{overlay.name} declares to read {name}, and shows nothing of it"


@pytest.mark.parametrize("view_of", [whole, part])
@pytest.mark.parametrize("cell", [9, 26])
@pytest.mark.parametrize("overlay", OVERLAYS.values(), ids=OVERLAYS)
def test_a_kept_picture_is_never_stale(overlay, cell, view_of):
    """Whatever changes, declared or not, a view that has drawn before draws as a new one does."""
    data, view = shown_data(), view_of(cell)
    plain = picture(view, data, overlay)
    for name in FIELDS:
        changed = otherwise(data, name)
        assert picture(view, changed, overlay) == picture(view_of(cell), changed, overlay), f"stale {name}"
        assert picture(view, data, overlay) == plain, f"stale {name}"


@pytest.mark.parametrize("overlay", OVERLAYS.values(), ids=OVERLAYS)
def test_no_other_field_is_read(overlay):
    data = shown_data()
    for view in map(whole, SIZES):
        surface = pygame.Surface(view.size)
        for name in FIELDS:
            guarded = Guarded(otherwise(data, name), overlay.reads)
            for draw in filter(None, (overlay.draw, overlay.draw_above)):
                draw(surface, view.canvas, (0, 0), guarded)


def test_the_guard_sees_what_properties_read():
    data = shown_data()
    assert Guarded(data, {"mdp", "safe", "phase", "q"}).tried.any()
    with pytest.raises(AssertionError, match="reads safe"):
        _ = Guarded(data, {"mdp", "phase", "q"}).possible
    with pytest.raises(AssertionError, match="reads q"):
        _ = Guarded(data, {"mdp", "safe", "phase"}).tried


@pytest.mark.parametrize("view_of", [whole, part])
def test_a_picture_is_kept_while_what_it_reads_is_the_same(view_of):
    drawn = []

    def draw(*_):
        drawn.append(1)

    data, view = shown_data(), view_of(26)
    overlay = replace(OVERLAYS["policy"], draw=draw)
    for now in (data, replace(data), otherwise(data, "palette"), otherwise(data, "state")):
        picture(view, now, overlay)
    assert len(drawn) == 1
    following = replace(overlay, reads=overlay.reads | {"state"})
    for _ in range(3):
        picture(view, data, following)
    assert len(drawn) == 4


@pytest.mark.parametrize("cell", SIZES)
@pytest.mark.parametrize("overlay", OVERLAYS.values(), ids=OVERLAYS)
def test_a_board_that_is_scrolled_looks_as_if_it_had_always_been_there(overlay, cell):
    data, view = shown_data(), part(cell)
    for dx, dy in ((0, 0), (3, 0), (cell, -2), (-5, 7), (1, 1), (-2 * cell, 3)):
        view.port.scroll(dx, dy)
        other = part(cell)
        other.port.scroll(view.port.x - other.port.x, view.port.y - other.port.y)
        assert (view.port.x, view.port.y) == (other.port.x, other.port.y)
        assert picture(view, data, overlay) == picture(other, data, overlay)


@pytest.mark.parametrize("view_of", [whole, part])
@pytest.mark.parametrize("overlay", OVERLAYS.values(), ids=OVERLAYS)
def test_a_board_that_is_painted_in_strips_looks_as_if_it_were_painted_at_once(overlay, view_of, monkeypatch):
    view, data = view_of(48), shown_data()
    view.pace = floor.Pace.IN_PARTS
    picture(view, data, overlay)
    monkeypatch.setattr(floor, "PART", 2000)
    changed = otherwise(data, "q")
    for _ in range(100):
        seen = picture(view, changed, overlay)
    assert seen == picture(view_of(48), changed, overlay)
