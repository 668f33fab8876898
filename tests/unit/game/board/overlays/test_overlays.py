"""Overlays: what is drawn is what the tables say, at the right cell, never by colour alone."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.board.art.scenery_theme import DAYS, light_of
from game.board.overlays import OVERLAYS, OverlayData, together, values
from game.board.overlays.arrows import NUMBERS_FROM, mark
from game.board.overlays.error import errors_of, largest_error
from game.board.overlays.safety import KINDS, caption, kind_of, tile
from game.board.overlays.values import luminance, number
from game.board.view import BoardView, Scene
from game.presenters.watching import value_range
from game.screens.panel import plain_verdict
from game.ui.controls import bindings_of
from game.ui.drawing import draw
from game.ui.theme import PALETTES, scale_color
from levels.model.board import MOVES, Action
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.reasons import explain
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level

LANE = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [3]}
"""One car round a board of four columns: period 4, so that odd cells are out of reach at phase 0."""


pytestmark = pytest.mark.usefixtures("window")


def overlay_data_of(level):
    """All allowed values -1 with the first allowed action as label; the agent at its start."""
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    q = np.where(safe.allowed, -1.0, np.nan)
    labels = np.where(safe.allowed.any(axis=1), safe.allowed.argmax(axis=1), -1).astype(np.int8)
    return OverlayData(level, mdp, safe, q, labels, mdp.starts[0], 0, value_range(q))


def picture(view, data, *names):
    surface = pygame.Surface(view.size, pygame.SRCALPHA)
    start = view.level.board.starts[0]
    view.draw(surface, (0, 0), Scene(0, start, start), [OVERLAYS[name] for name in names], data)
    return pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(int)


def changed(view, before, after):
    """The cells whose pictures differ."""
    differs = (before != after).any(axis=2)
    board = view.level.board
    cells = [(row, col) for row in range(board.n_rows) for col in range(board.n_cols)]
    return {cell for cell in cells if differs[_part(view, cell)].any()}


def _part(view, cell):
    box = view.cell_rect(cell)
    return slice(box.top, box.bottom), slice(box.left, box.right)


def test_every_overlay_has_a_help_an_icon_and_a_key_of_its_own():
    keys = {row.control.args: row.keys for row in bindings_of("watch")}
    assert len({keys[name,] for name in OVERLAYS}) == len(OVERLAYS)
    for name, overlay in OVERLAYS.items():
        assert name == overlay.name
        assert overlay.help
        assert (draw.ASSETS / "icons" / f"{overlay.icon}.svg").is_file()


def test_every_overlay_has_a_caption_of_its_own(one_car):
    captions = [overlay.caption(overlay_data_of(one_car)) for overlay in OVERLAYS.values()]
    assert all(words for caption in captions for words in caption)
    assert len({words for words, _rest in captions}) == len(OVERLAYS)


def white_of(image):
    """(height, width) int: how white each pixel is."""
    return pygame.surfarray.array3d(image).min(axis=2).T.astype(int)


@pytest.mark.parametrize("action", [Action.RIGHT, Action.UP, Action.LEFT, Action.DOWN])
def test_an_arrow_points_where_the_move_goes(action):
    ink = white_of(mark(action, 96, 1.0)).astype(float)
    rows, cols = np.indices(ink.shape)
    middle = (ink.shape[0] - 1) / 2
    pull = np.array([(ink * (rows - middle)).sum(), (ink * (cols - middle)).sum()]) / ink.sum()
    d_row, d_col = MOVES[action]
    assert np.sign(np.where(np.abs(pull) > 0.5, pull, 0)).tolist() == [d_row, d_col]


def test_waiting_is_a_circle():
    ink = white_of(mark(Action.WAIT, 96, 1.0))
    assert np.abs(ink - np.rot90(ink)).max() < 64
    assert ink[ink.shape[0] // 2, ink.shape[1] // 2] < 64  # a ring, not a disc


@pytest.mark.parametrize("cell", [9, 24, 48])
@pytest.mark.parametrize("name", ["values", "policy"])
def test_one_state_s_value_and_label_change_one_cell_only(open_4x4, name, cell):
    view, data = BoardView(open_4x4, cell), overlay_data_of(open_4x4)
    state = data.mdp.state((2, 2), 0)
    q, labels = data.q.copy(), data.labels.copy()
    q[state] = np.where(data.safe.allowed[state], -0.4, np.nan)
    labels[state] = data.mdp.actions.index(Action.LEFT)
    for corner, value in (((0, 0), -9.0), ((3, 0), -0.1)):  # the ends of the scale, in both pictures
        end = data.mdp.state(corner, 0)
        q[end, data.safe.allowed[end]] = value
    before = picture(view, replace(data, q=np.where(q == -0.4, -1.0, q)), name)
    after = picture(view, replace(data, q=q, labels=labels), name)
    assert changed(view, before, after) == {(2, 2)}


@pytest.mark.parametrize("cell", [9, 48])
def test_the_palette_colours_the_values(open_4x4, cell):
    view, data = BoardView(open_4x4, cell), overlay_data_of(open_4x4)
    seen = {picture(view, replace(data, palette=palette), "values").tobytes() for palette in PALETTES}
    assert len(seen) == len(PALETTES)


def contrast(one, other):
    """How well two colours can be told apart by their lightness, from 1 to 21 (WCAG 2)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("day", ["noon", "dusk"])
@pytest.mark.parametrize("cell", [40, 64])
def test_values_can_be_read_and_tiles_stand_out_from_the_board(make_level, palette, day, cell):
    rows = ["S" + 24 * ".", 25 * "=", 25 * "-", 25 * ",", 24 * "." + "G"]
    names = (f"level {k}" for k in range(1000))
    level = next(
        level for level in (make_level(rows, name=name) for name in names) if light_of(level) is DAYS[day]
    )
    view, data = BoardView(level, cell), overlay_data_of(level)
    numbers = np.arange(data.mdp.n_cells)
    q = np.where(data.safe.allowed, -9.0 - numbers[:, None] / 100, np.nan)[: len(data.q)]
    data = replace(data, q=q, value_range=value_range(q), palette=palette)
    seen = picture(view, data, "values")
    worst_digits = worst_tile = 21.0
    for row, col in (cell for cell in data.mdp.cells.tolist() if 0 < cell[1] < 24):  # no hen, no flag
        part = seen[_part(view, (row, col))]
        ground, fill = np.median(part[:, 0], axis=0), part[cell // 4, cell // 3]
        rim = part[cell // 2, : cell // 5]
        digits = part[3 * cell // 4 : -cell // 9, cell // 2 : -cell // 9].reshape(-1, 3)
        worst_digits = min(worst_digits, max(contrast(pixel, fill) for pixel in digits.tolist()))
        worst_tile = min(worst_tile, max(contrast(pixel, ground) for pixel in (*rim.tolist(), fill)))
    assert worst_digits >= 4.5
    assert worst_tile >= 3.0


@pytest.mark.parametrize("palette", PALETTES)
@pytest.mark.parametrize("look", ["log", "raft", "turtle", "ferry"])
def test_values_can_be_read_through_what_carries_the_agent(make_level, palette, look):
    lane = {"kind": "lane", "row": 1, "direction": "right", "length": 22, "loop": 30, "at": [23]}
    level = make_level(
        ["S" + 24 * ".", 25 * "~", 24 * "." + "G"], obstacles=[{**lane, "look": look, "carries": True}]
    )
    view, data = BoardView(level, 40), overlay_data_of(level)
    steps = np.arange(data.mdp.n_cells) - 88.0  # two digits everywhere, the whole scale
    q = np.where(data.safe.allowed, np.tile(steps, data.mdp.period)[:, None], np.nan)
    seen = picture(view, replace(data, q=q, value_range=(-63.0, -39.0), palette=palette), "values")
    worst = 21.0
    for col in range(3, 23):
        plate = seen[_part(view, (1, col))][27:36, 18:34].reshape(-1, 3)
        light = sorted(map(luminance, plate.tolist()))
        worst = min(worst, (light[-12] + 0.05) / (light[len(light) // 3] + 0.05))
    assert worst >= 4.5


def test_safety_leaves_the_values_to_be_read(make_level):
    lane = {**LANE, "direction": "left", "at": [6]}
    level = make_level(["S......", "=======", "......G"], obstacles=[lane])
    view, data = BoardView(level, 48), overlay_data_of(level)
    alone, both = (picture(view, data, *names) for names in (["values"], ["values", "safety"]))
    assert data.safe.reachable[data.mdp.state((1, 5), 0)]
    hatched = [seen[_part(view, (1, 5))] for seen in (alone, both)]
    assert (hatched[0] != hatched[1]).mean() > 0.3  # the car comes
    before, after = (seen[values.number_top(48) : 41, 9:40] for seen in hatched)  # off the round edge
    assert (before == after).all()


def test_small_and_large_cells_have_the_same_colours(make_level):
    level = make_level(["S...", "....", "..#.", "...G"])
    shown = []
    for cell in (10, 60):
        view, data = BoardView(level, cell), overlay_data_of(level)
        q = np.where(data.safe.allowed, -np.arange(len(data.q))[:, None].astype(float), np.nan)
        seen = picture(view, replace(data, q=q, value_range=value_range(q)), "values")
        shown.append([seen[view.cell_rect(cell).center[::-1]] for cell in ((0, 1), (1, 2), (2, 0), (2, 3))])
    assert np.abs(np.array(shown[0]) - np.array(shown[1])).max() < 24  # but for the ground's own details


def test_the_shown_phase_decides(one_car):
    view, data = BoardView(one_car, 48), overlay_data_of(one_car)
    q = data.q.copy()
    q[data.mdp.state((1, 1), 3)] *= 5
    data = replace(data, q=q)
    shown = [picture(view, replace(data, phase=phase), "values") for phase in (0, 3)]
    assert (1, 1) in changed(view, *shown)


def test_new_tables_are_drawn_at_once_and_old_ones_kept(open_4x4):
    view, data = BoardView(open_4x4, 48), overlay_data_of(open_4x4)
    untried = replace(data, q=np.where(data.safe.allowed, 0.0, np.nan))
    first = picture(view, data, "values")
    assert (picture(view, untried, "values") != first).any()
    assert (picture(view, data, "values") == first).all()


def parity_of(make_level):
    """A level where the agent can be in a cell at every other tick; all that it can come to was tried.

    The agent never comes to the corner cell behind the walls.
    """
    level = make_level(["S...#.", "....##", "....,G"], obstacles=[{**LANE, "loop": 6}])
    data = overlay_data_of(level)
    numbers = np.arange(data.mdp.n_states)
    tried = np.where(data.safe.reachable, -1.0 - numbers % 8, 0.0)
    q = np.where(data.safe.allowed, tried[:, None], np.nan)
    return level, replace(data, q=q, value_range=value_range(q))


@pytest.mark.parametrize("phase", range(6))
def test_each_cell_shows_its_state_now_or_else_the_next_that_can_be_reached(make_level, phase):
    _level, data = parity_of(make_level)
    mdp, reachable = data.mdp, data.safe.reachable
    data = replace(data, q=np.where(data.safe.allowed, 0.0, np.nan), phase=phase)
    later = 0
    for index, cell in enumerate(map(tuple, mdp.cells.tolist())):
        ahead = [mdp.state(cell, phase + tick) for tick in range(mdp.period)]
        expected = next((state for state in ahead if reachable[state]), -1)
        assert data.states[index] == expected
        assert data.possible[index] == (expected == ahead[0])
        assert data.acts[index] == (expected >= 0 and bool(data.safe.allowed[expected].any()))
        later += expected not in (-1, ahead[0])
    assert later


def layer(view, data, name):
    """(height, width, 4) int: red, green, blue and opacity of what an overlay lays on the ground."""
    surface = pygame.Surface(view.size, pygame.SRCALPHA)
    OVERLAYS[name].draw(surface, view.canvas, (0, 0), data)
    parts = pygame.surfarray.array3d(surface), pygame.surfarray.array_alpha(surface)
    return np.dstack([part.swapaxes(0, 1) for part in parts]).astype(int)


def drawn_on(view, data, name):
    """The cells on which an overlay lays something."""
    laid = layer(view, data, name)[..., 3:]
    return changed(view, np.zeros_like(laid), laid)


@pytest.mark.parametrize("name", ["values", "policy"])
@pytest.mark.parametrize("cell", [16, 48])
def test_the_map_is_full_at_every_tick_and_bare_where_nothing_can_ever_be(make_level, name, cell):
    level, data = parity_of(make_level)
    mdp, safe = data.mdp, data.safe
    acts = safe.reachable & safe.allowed.any(axis=1)
    ever = {tuple(cell) for cell in mdp.cells.tolist() if acts[mdp.states_of(tuple(cell))].any()}
    assert (0, 5) not in ever
    for phase in range(mdp.period):
        assert drawn_on(BoardView(level, cell), replace(data, phase=phase), name) == ever


def test_a_later_value_is_softer_smaller_and_has_no_number(make_level):
    level, data = parity_of(make_level)
    view = BoardView(level, 48)
    now, later = (1, 1), (1, 0)
    assert data.safe.reachable[data.mdp.state(now, 0)]
    assert not data.safe.reachable[data.mdp.state(later, 0)]
    laid, sizes = layer(view, data, "values"), {}
    for cell in (now, later):
        part = laid[_part(view, cell)]
        rows, cols = np.nonzero(part[..., 3])
        sizes[cell] = rows.max() - rows.min() + 1, cols.max() - cols.min() + 1
        assert (np.ptp(part[12:-12, 12:-12, :3].reshape(-1, 3), axis=0).max() > 100) == (
            cell == now
        )  # digits
    assert sizes == {now: (44, 44), later: (36, 36)}
    value = np.nanmax(data.q[data.states[data.mdp.cell_index[later]]])
    low, high = data.value_range
    assert np.abs(laid[_part(view, later)][24, 24, :3] - scale_color((value - low) / (high - low))).max() <= 4
    assert laid[_part(view, later)][24, 24, 3] == pytest.approx(0.78 * 255, abs=2)
    assert laid[_part(view, now)][24, 24, 3] == 255


def test_what_was_never_visited_is_asked_about_only_where_it_can_be_now(make_level):
    level, data = parity_of(make_level)
    untried = replace(data, q=np.where(data.safe.allowed, 0.0, np.nan))
    here = data.safe.reachable[data.shown] & data.safe.allowed[data.shown].any(axis=1)
    asked = {tuple(cell) for cell in data.mdp.cells[here].tolist()}
    view = BoardView(level, 48)
    assert drawn_on(view, untried, "policy") == asked
    laid = layer(view, untried, "values")
    white = (laid[..., :3].min(axis=2) > 240)[..., None]
    assert changed(view, np.zeros_like(white), white) == asked


def test_values_and_best_moves_ask_with_the_same_mark(make_level):
    level = make_level(["S..", "..G"])
    data = overlay_data_of(level)
    data, view = replace(data, q=np.where(data.safe.allowed, 0.0, np.nan)), BoardView(level, 48)
    alone, both = picture(view, data, "values"), picture(view, data, "values", "policy")
    row, column = (alone != both).any(axis=2)[_part(view, (0, 1))].nonzero()
    assert max(row) < 0.75 * 48  # none of it in the corner where the numbers are
    assert max(column) < 0.75 * 48
    ink = (alone[_part(view, (0, 1))] > 200).all(axis=2).nonzero()
    assert max(ink[0]) < 0.75 * 48


@pytest.mark.parametrize("day", DAYS)
def test_a_question_mark_can_be_read_on_any_ground(make_level, day):
    rows = ["S" + 5 * ".", 6 * "=", 6 * "-", 6 * ",", 5 * "." + "G"]
    levels = (make_level(rows, name=f"level {k}") for k in range(1000))
    level = next(level for level in levels if light_of(level) is DAYS[day])
    data = overlay_data_of(level)
    view, data = BoardView(level, 48), replace(data, q=np.where(data.safe.allowed, 0.0, np.nan))
    seen = picture(view, data, "values")
    for cell in ((row, col) for row in range(5) for col in range(1, 5)):
        part = seen[_part(view, cell)]
        digits, ground = part[26:-5, 26:-5].reshape(-1, 3), part[8:20, 8:20].reshape(-1, 3)
        lightest = max(ground.tolist(), key=luminance)
        assert max(contrast(pixel, lightest) for pixel in digits.tolist()) >= 4.5


@pytest.mark.parametrize("cell", [NUMBERS_FROM, 48, 64, 100])
def test_numbers_are_large_enough_and_fit_their_cells(monkeypatch, make_level, cell):
    sizes, text_size = [], draw.text_size

    def measured(line, size, *style):
        sizes.append(size)
        return text_size(line, size, *style)

    monkeypatch.setattr(draw, "text_size", measured)
    level = make_level(["S..", "..G"])
    data = overlay_data_of(level)
    values._number.cache_clear()
    low = -1234.5
    data = replace(data, q=np.where(data.safe.allowed, low, np.nan), value_range=(low, 0.0))
    layer(BoardView(level, cell), data, "values")
    assert sizes
    assert min(sizes) >= 12
    assert text_size(number(low), max(sizes), "Medium")[0] <= cell


@pytest.mark.parametrize(
    ("value", "shown"),
    [(-7.44, "−7.4"), (-12.6, "−13"), (-0.01, "0"), (3.0, "3.0"), (-1234.5, "−1234"), (-9.97, "−10")],
)
def test_numbers_are_short(value, shown):
    assert number(value) == shown


def test_safety_tells_the_three_kinds_apart_without_colour():
    level = read_level(builtin_levels()["dead_end"])
    data = overlay_data_of(level)
    safe = data.safe
    doomed = safe.one_step & ~safe.allowed & safe.reachable[:, None]
    state, column = (int(index) for index in np.argwhere(doomed)[0])
    data = replace(data, state=state, phase=data.mdp.phase(state))
    kinds = [kind_of(data, action) for action in range(data.mdp.n_actions)]
    assert kinds[column] == "doomed"
    assert "allowed" in kinds
    for action, kind in enumerate(kinds):
        assert (kind == "unsafe") == (not safe.one_step[state, action])
    icons = [icon for _color, icon, _ink in KINDS.values()]
    assert len(set(icons)) == len(KINDS) == 3
    for icon in icons:
        assert (draw.ASSETS / "icons" / f"{icon}.svg").is_file()


@pytest.mark.parametrize(("walls", "forbidden"), [("forbidden", 2), ("stay", 0)])
def test_safety_marks_each_move_with_the_sign_of_the_list_of_moves(one_car, monkeypatch, walls, forbidden):
    level = one_car.model_copy(update={"walls": walls})
    data = overlay_data_of(level)
    signs = []
    monkeypatch.setattr(draw, "badge", lambda _surface, icon, *_more, **_named: signs.append(icon))
    picture(BoardView(level, 48), data, "safety")
    reasons = [explain(level, data.mdp, data.safe, data.state, action) for action in data.mdp.actions]
    assert signs == [plain_verdict(reason, level)[1] for reason in reasons]
    assert signs.count("ban") == forbidden  # up and left, off the board


def test_safety_marks_follow_the_agent_and_stand_above_all(one_car):
    view, data = BoardView(one_car, 48), overlay_data_of(one_car)
    here = picture(view, data, "safety")
    there = picture(view, replace(data, state=data.mdp.state((0, 2), 0)), "safety")
    assert {(0, 1), (1, 0)} <= changed(view, picture(view, data), here)
    assert (1, 2) in changed(view, here, there)


def test_safety_marks_all_traffic_and_traps_of_the_next_step():
    level = read_level(builtin_levels()["dead_end"])
    data = overlay_data_of(level)
    mdp, view = data.mdp, BoardView(level, 48)
    state = mdp.starts[0]
    counts = set()
    for phase in range(mdp.period):
        now = replace(data, state=mdp.state(mdp.cell(state), phase))
        after = mdp.states_at((phase + 1) % mdp.period)
        traffic = {tuple(cell) for cell in mdp.cells[mdp.violation[after]].tolist()}
        traps = {tuple(cell) for cell in mdp.cells[~data.safe.viable[after] & ~mdp.violation[after]].tolist()}
        assert caption(now) == (
            f"{len(traps) or 'No'} trap{'' if len(traps) == 1 else 's'}",
            "at the next step",
        )
        counts.add(len(traps))
        row, col = mdp.cell(now.state)
        own = {(row + d_row, col + d_col) for d_row, d_col in MOVES.values()}
        assert drawn_on(view, now, "safety") - own == (traffic | traps) - own
    assert len(counts) > 1


def test_each_kind_of_cell_has_a_pattern_of_its_own(window):
    opacity = [pygame.surfarray.array_alpha(tile(kind, 48)).astype(int) for kind in KINDS]
    inks = [pygame.surfarray.array3d(tile(kind, 48)).sum(axis=2)[10:-10, 10:-10] for kind in KINDS]
    assert all(np.abs(a - b).max() > 20 for k, a in enumerate(opacity) for b in opacity[:k])
    assert [np.ptp(ink) > 100 for ink in inks] == [False, True, True]  # plain, dotted, hatched


def test_a_move_into_a_trap_is_one_where_the_agent_may_take_it_too():
    level = read_level(builtin_levels()["dead_end"])
    data = overlay_data_of(level)
    doomed = data.safe.one_step & ~data.safe.allowed & data.safe.reachable[:, None]
    state, column = (int(index) for index in np.argwhere(doomed)[0])
    published = replace(data, safe=safe_actions(data.mdp, "one_step"), state=state)
    assert published.safe.allowed[state, column]
    assert kind_of(published, column) == "doomed"


def test_a_goal_has_no_moves_to_mark(open_4x4):
    view, data = BoardView(open_4x4, 48), overlay_data_of(open_4x4)
    at_goal = replace(data, state=data.mdp.state((3, 3), 0))
    assert (picture(view, at_goal, "safety") == picture(view, at_goal)).all()


@pytest.mark.parametrize("palette", PALETTES)
def test_the_trail_is_seen_on_the_tiles_of_every_palette(palette):
    """White dots with a dark rim: one of the two stands out from any tile."""
    level = read_level(builtin_levels()["maze_15"])
    view, data = BoardView(level, 40), replace(overlay_data_of(level), palette=palette)
    row, col = level.board.starts[0]
    trail = ((row, col), (row, col + 1))
    pictures = []
    for scene in (
        Scene(0, (row, col), trail[1], progress=1.0),
        Scene(0, (row, col), trail[1], progress=1.0, trail=trail),
    ):
        surface = pygame.Surface(view.size, pygame.SRCALPHA)
        view.draw(surface, (0, 0), scene, [OVERLAYS["values"]], data)
        pictures.append(pygame.surfarray.array3d(surface).astype(int))
    dots = pictures[1][(pictures[0] != pictures[1]).any(axis=2)]
    assert (dots.min(axis=1) > 200).any()
    assert (dots.max(axis=1) < 120).any()


# -- how far values are from the optimum ------------------------------------------------------------------


def error_data_of(level, share=0.5):
    """Values that are `share` of their optimum; the agent was in every second state of the tables."""
    data = overlay_data_of(level)
    optimal = solve(data.mdp, data.safe, 1.0)
    visits = np.arange(data.mdp.n_states) % 2
    return replace(data, q=share * optimal.q_star, optimal=optimal, visits=visits)


def test_the_error_of_a_cell_is_the_largest_of_its_allowed_actions(open_4x4, monkeypatch):
    data, written = error_data_of(open_4x4), {}
    monkeypatch.setattr(values, "number", lambda value: written.setdefault(value, number(value)))
    layer(BoardView(open_4x4, 48), data, "error")
    visited = [cell for cell in map(tuple, data.mdp.cells.tolist()) if data.visits[data.mdp.state(cell, 0)]]
    farthest = {  # a way round by the neighbour that is farthest from the goal at (3, 3)
        cell: 1 + max(6 - r - c for r, c in neighbours(cell)) for cell in visited if cell != (3, 3)
    }
    assert set(written) == {steps / 2 for steps in farthest.values()}


def neighbours(cell):
    around = [(cell[0] + d_row, cell[1] + d_col) for d_row, d_col in MOVES.values()]
    return [(row, col) for row, col in around if 0 <= row < 4 and 0 <= col < 4 and (row, col) != cell]


@pytest.mark.parametrize("cell", [9, 48])
def test_the_less_a_value_is_off_the_brighter_and_darkest_is_what_was_never_visited(open_4x4, cell):
    """In grey, in every palette, on tiles and on single pixels; a hollow tile shows the ground inside."""
    view, place = BoardView(open_4x4, cell), (0, 1)
    for palette in PALETTES:
        lightness = []
        for share in (0.0, 0.4, 0.8, 1.0):
            data = replace(error_data_of(open_4x4, share), palette=palette)
            assert data.visits[data.mdp.state(place, 0)]
            lightness.append(
                luminance(layer(view, data, "error")[_part(view, place)][cell // 4, cell // 4, :3])
            )
        assert sorted(lightness) == lightness
        assert len(set(lightness)) == 4
        blank = replace(data, visits=data.visits * 0)
        laid = layer(view, blank, "error")[_part(view, place)]
        if cell < 24:
            assert luminance(laid[cell // 2, cell // 2, :3]) < lightness[0] / 2
        else:
            assert laid[cell // 4, cell // 4, 3] == 0
            assert laid[..., 3].max() > 200


def test_an_error_of_nothing_and_a_state_never_visited_look_different(open_4x4):
    exact = error_data_of(open_4x4, 1.0)
    seen, unseen = (replace(exact, visits=np.full(exact.mdp.n_states, n)) for n in (1, 0))
    view = BoardView(open_4x4, 30)
    differing = changed(view, layer(view, seen, "error"), layer(view, unseen, "error"))
    assert differing == {tuple(cell) for cell in exact.mdp.cells.tolist()} - {(3, 3)}


def test_the_scale_of_errors_ends_at_the_optimum_of_the_farthest_state(open_4x4, make_level):
    assert largest_error(error_data_of(open_4x4).optimal) == 6
    walled = error_data_of(make_level(["S.G#.."]))  # two cells from which no goal can be reached
    assert largest_error(walled.optimal) == 2
    q_star = walled.optimal.q_star
    untaught = np.where(np.isnan(q_star), np.nan, 0.0)
    assert errors_of(untaught, q_star)[[0, 1, 3, 4]].tolist() == [2, 3, np.inf, np.inf]


def test_overlays_that_fill_the_cells_take_turns():
    assert together(frozenset({"values", "policy", "error"}), frozenset({"values"})) == {"policy", "error"}
    assert together(frozenset({"values", "error"}), frozenset({"error"})) == {"values"}
    assert together(frozenset({"error", "safety"})) == {"error", "safety"}
    assert together(frozenset(OVERLAYS)) == set(OVERLAYS) - {"error"}
