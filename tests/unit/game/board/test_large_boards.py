"""Large boards: a part is shown, in its box only; it zooms, scrolls, follows; what it keeps is bounded."""

from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.board.art.scenery_theme import DAYS, light_of
from game.board.chunks import SIDE, Chunks
from game.board.fit import is_large, view_of
from game.board.large import NEAR, LargeView
from game.board.overlay_data import OverlayData
from game.board.overlays import OVERLAYS
from game.board.thumbnail import thumbnail
from game.board.view import BoardView
from game.board.viewport import CELLS, Viewport
from game.presenters.scene import Scene, Trace
from game.ui.theme import BACKGROUND
from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.safety import SafeActions, safe_actions

SIDE_OF_BOARD = 160
BOX = (400, 300)


def rooms(n=SIDE_OF_BOARD, start=(5, 5), goal=None):
    """A board of n × n cells in rooms with doors, trees between some of them."""
    rows = [["." for _ in range(n)] for _ in range(n)]
    for row in range(n):
        for col in range(n):
            if (row % 16 == 0 or col % 16 == 0) and row % 16 != 8 and col % 16 != 8:
                rows[row][col] = "T" if (row // 32) % 2 else "#"
    rows[start[0]][start[1]] = "S"
    goal = goal or (n - 3, n - 3)
    rows[goal[0]][goal[1]] = "G"
    return ["".join(row) for row in rows]


@pytest.fixture
def large(window, make_level):
    return LargeView(make_level(rooms()), BOX, 24)


def still(cell=(5, 5), **more):
    return Scene(0, cell, cell, **more)


def painted(view, scene=None, *more, frames=1):
    """The box's pixels after so many frames, (width, height, 3)."""
    surface = pygame.Surface(view.size)
    for _ in range(frames):
        view.draw(surface, (0, 0), scene or still(), *more)
    return pygame.surfarray.array3d(surface)


# -- which view ---------------------------------------------------------------------------------------------


def test_a_board_that_can_be_read_is_drawn_whole(window, make_level, open_4x4):
    assert isinstance(view_of(open_4x4, BOX), BoardView)
    assert isinstance(view_of(make_level(rooms(32)), BOX), BoardView)
    assert isinstance(view_of(make_level(rooms()), BOX), LargeView)
    assert not is_large(make_level(rooms(64)), (800, 600))


# -- the port -----------------------------------------------------------------------------------------------


def test_the_port_stays_on_the_picture():
    port = Viewport(100, 200, 1.0, BOX, 24)
    port.scroll(-1e6, -1e6)
    assert (port.x, port.y) == (0, 0)
    assert port.rows.start == port.cols.start == 0
    port.scroll(1e6, 1e6)
    assert (port.x + BOX[0], port.y + BOX[1]) == port.geometry.size
    assert (port.rows.stop, port.cols.stop) == (100, 200)


def test_zooming_keeps_the_place_under_the_mouse():
    port = Viewport(200, 200, 1.0, BOX, 24)
    port.center(100, 100)
    at = (310, 90)
    before = port.geometry.cell_at(port.x + at[0], port.y + at[1])
    seen = {port.cell}
    for steps in (1, 1, 1, -1, -1, -1, -1, -1, -1, 1):
        port.zoom(steps, at)
        seen.add(port.cell)
        there = port.geometry.cell_at(port.x + at[0], port.y + at[1])
        assert max(abs(a - b) for a, b in zip(there, before, strict=True)) <= 1
    assert len(seen) > 4
    for _ in range(40):
        port.zoom(-1)
    assert port.cell == CELLS[0]


def test_a_board_smaller_than_the_port_lies_in_its_middle():
    port = Viewport(20, 30, 1.0, (900, 800), 4)
    assert port.whole
    assert port.x == (port.geometry.size[0] - 900) // 2 < 0
    assert (port.rows, port.cols) == (range(20), range(30))


def test_it_follows_until_it_is_scrolled():
    port = Viewport(200, 200, 1.0, BOX, 24)
    for row in range(5, 190):
        port.follow(row, 150)
        assert row in port.rows
        assert 150 in port.cols
    port.scroll(-2000, 0)
    port.follow(150, 150)
    assert 150 not in port.cols
    port.following = True
    port.follow(150, 150)
    assert 150 in port.cols


def data_of(level, cell):
    """Values that fall with a state's number; the first allowed action is the label."""
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    q = np.where(safe.allowed, -1.0 - np.arange(mdp.n_states)[:, None] % 97, np.nan)
    labels = np.where(safe.allowed.any(axis=1), safe.allowed.argmax(axis=1), -1).astype(np.int8)
    return OverlayData(level, mdp, safe, q, labels, mdp.state(cell, 0), 0, (-97.0, -1.0))


# -- what is drawn ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cell", CELLS)
def test_nothing_outside_the_box_is_touched(window, make_level, cell):
    lane = {"kind": "lane", "look": "truck", "length": 3, "row": 7, "direction": "left", "at": [3, 9, 15, 40]}
    rows = rooms()
    rows[7] = "=" * SIDE_OF_BOARD
    view = LargeView(make_level(rows, obstacles=[lane]), BOX, cell)
    surface = pygame.Surface((600, 500))
    surface.fill("#ff00ff")
    box = pygame.Rect((100, 100), BOX)
    surface.set_clip((0, 0, 590, 490))
    scene = still((7, 5), random=True, refused=Action.LEFT, at_goal=True, cheer=0.3, trail=((5, 5), (6, 5)))
    for _ in range(3):
        view.draw(surface, box.topleft, scene)
    assert surface.get_clip() == (0, 0, 590, 490)
    pixels = pygame.surfarray.array3d(surface)
    outside = np.ones(pixels.shape[:2], bool)
    outside[box.left : box.right, box.top : box.bottom] = False
    assert (pixels[outside] == (255, 0, 255)).all()
    assert not (pixels[~outside] == (255, 0, 255)).all(axis=1).any()


TRAIN = {
    "kind": "lane",
    "look": "train",
    "length": 4,
    "row": 18,
    "direction": "right",
    "at": [17],
    "loop": 40,
}
TRACE = Trace(((3, (20, 19)), (4, (20, 20))), 4, (0,))


@pytest.mark.parametrize(
    ("day", "names", "more"),
    [
        ("noon", (), {"beside": Scene(0, (21, 22), (22, 22), 0.5)}),
        ("dusk", (), {"random": True, "trail": ((20, 18), (20, 19), (20, 20))}),
        ("dusk", ("policy", "safety"), {"trace": TRACE, "trail": ((20, 18), (20, 19), (20, 20))}),
        ("evening", ("values", "policy", "safety"), {"refused": Action.UP, "trace": TRACE}),
    ],
)
def test_it_looks_as_the_whole_picture_does_there(window, make_level, day, names, more):
    rows = rooms(40, start=(9, 9))
    rows[18] = 40 * "-"
    levels = (make_level(rows, obstacles=[TRAIN], name=f"level {k}") for k in range(1000))
    level = next(level for level in levels if light_of(level) is DAYS[day])
    overlays = [OVERLAYS[name] for name in names], data_of(level, (20, 20)) if names else None
    view = LargeView(level, BOX, 24)
    view.patience = 60.0
    view.port.center(20, 20)
    scene = still((20, 20), **more)
    mine = painted(view, scene, *overlays)
    whole = BoardView(level, 24)
    picture = pygame.Surface(whole.size)
    picture.fill(BACKGROUND)
    whole.draw(picture, (0, 0), scene, *overlays)
    there = pygame.surfarray.array3d(picture.subsurface(((view.port.x, view.port.y), BOX)))
    free = np.ones(BOX, bool)  # the rim and the map lie above
    free[0], free[-1], free[:, 0], free[:, -1] = (False,) * 4
    rect = view.minimap.rect.inflate(12, 12)
    free[rect.left : rect.right, rect.top : rect.bottom] = False
    different = (np.abs(mine.astype(int) - there).max(axis=2) > 8) & free
    assert different.mean() < 0.002


def test_a_frame_paints_little_and_the_map_stands_in(large):
    large.patience = 0.0
    first = painted(large)
    assert len(large.chunks._kept) == 1
    assert len(np.unique(first.reshape(-1, 3), axis=0)) > 3
    last = painted(large, frames=200)
    assert (first != last).any()
    assert (painted(large) == last).all()


def test_chunks_are_bounded(window, make_level):
    level = make_level(rooms())
    view = LargeView(level, BOX, 24, Chunks(level, budget=6 * 2**20))
    view.patience = 60.0
    for place in range(5, 155, 5):
        view.port.center(place, 155 - place)
        painted(view)
        assert 0 < view.chunks.size <= 6 * 2**20
        assert view.chunks.size == sum(chunk.size for chunk in view.chunks._kept.values())
    view.chunks.budget = 0  # what is in sight is kept even so
    painted(view)
    seen = len(range(view.port.rows.start // SIDE, (view.port.rows.stop + 4) // SIDE + 1))
    assert 0 < len(view.chunks._kept) <= seen * (len(view.port.cols) // SIDE + 2)


def test_two_views_share_what_is_painted(large, make_level):
    large.patience = 60.0
    mine = painted(large, frames=2)  # the second frame paints what lies around
    n = len(large.chunks._kept)
    other = LargeView(large.level, BOX, 24, large.chunks)
    assert (painted(other) == mine).all()
    assert len(large.chunks._kept) == n


@pytest.mark.parametrize("cell", [5, 10, 24, 40])
@pytest.mark.parametrize("name", ["values", "policy", "safety"])
def test_overlays_show_what_is_in_sight_and_nothing_else(large, cell, name):
    board = large.level.board
    cells = np.argwhere(~board.blocked).astype(np.int32)
    index = np.full(board.blocked.shape, -1, np.int32)
    index[~board.blocked] = np.arange(len(cells))
    start = int(index[5, 5])
    mdp = SimpleNamespace(
        cells=cells,
        cell_index=index,
        actions=tuple(Action)[:4],
        n_actions=4,
        n_cells=len(cells),
        period=1,
        next_state=np.zeros((len(cells), 4), np.int32),
        goal=np.zeros(len(cells), bool),
        violation=np.zeros(len(cells), bool),
        phase=lambda _state: 0,
        cell=lambda state: tuple(cells[state].tolist()),
        states_at=lambda _phase: slice(0, len(cells)),
    )
    yes = np.ones((len(cells), 4), bool)
    every = np.ones(len(cells), bool)
    safe = SafeActions(yes, every, yes, (), every, np.full(len(cells), -1, np.int32), 0)
    q = np.full((len(cells), 4), -5.0)
    data = OverlayData(large.level, mdp, safe, q, np.zeros(len(cells), np.int8), start, 0, (-9.0, -1.0))
    large.port.zoom(CELLS.index(min(CELLS, key=lambda side: abs(side - cell))) - CELLS.index(24))
    assert large.cell == cell
    large.patience = 60.0
    plain = painted(large)
    shown = painted(large, None, [OVERLAYS[name]], data)
    assert (plain != shown).any() == (name != "policy" or cell > 5)
    far = q.copy()
    rows, _cols = large.window
    assert rows.stop < 150
    far[index[150:, 150:][index[150:, 150:] >= 0]] = -1.5
    again = OverlayData(large.level, mdp, safe, far, data.labels, start, 0, (-9.0, -1.0))
    assert (painted(large, None, [OVERLAYS[name]], again) == shown).all()


def test_far_away_cells_are_pixels_and_the_agent_a_dot(large):
    while large.cell >= NEAR:
        large.port.zoom(-1)
    for _ in range(9):
        large.port.zoom(-1)
    one, other = painted(large), painted(large, still((5, 30)))
    assert (one != other).any()
    assert (one != painted(large, still(beside=still((5, 30))))).any()
    assert len(large.chunks._kept) == 0


def test_thumbnails_of_large_boards_are_maps(window, make_level):
    image = thumbnail(make_level(rooms()), (280, 150))
    assert image.get_size() == (280, 150)
    box = image.get_bounding_rect()
    assert box.height == 150
    assert abs(box.width - 150) <= 6
