"""Looking at a cell: by mouse, by keyboard, ahead in time; cards and overlays follow."""

import time

import numpy as np
import pygame
import pytest

from game.presenters.steady_phase import STAYS
from game.presenters.watching import Watching
from game.screens.board_pane import BoardPane
from game.services.services import Services
from levels.text.reader import builtin_levels
from tests.unit.game.driving import click, frames, playing, press, until


@pytest.fixture
def crossing(start):
    app = start(builtin_levels()["crossy_road"], unlimited=True)
    watching = playing(app)
    press(app, pygame.K_SPACE)
    frames(app, 3)
    return app, app.top, watching


def test_a_click_selects_a_cell_and_the_cards_on_show_tell_about_it(crossing):
    app, watch, watching = crossing
    cell = (11, 3)
    click(app, watch.board.rect_of(cell).center)
    frames(app, 2)
    assert watching.selected == cell
    assert watching.opened.mdp.cell(watching.looked_at) == cell
    assert watching.opened.mdp.phase(watching.looked_at) == watching.opened.mdp.phase(watching.state)
    assert watch.cards.tab == "plain"
    assert all(row.reason().cell for row in watch.cards.moves.rows)
    assert watch.board.overlay_data().state == watching.looked_at
    click(app, watch.board.rect_of(cell).center)
    assert watching.selected is None


def test_the_keyboard_looks_and_passes_over_what_is_in_the_way(crossing):
    app, watch, watching = crossing
    press(app, pygame.K_i)
    assert watching.selected == watch.board.agent_cell()
    frames(app, 2)
    assert watch.cards.cell.visible  # who asks by key wants the numbers
    board = watching.opened.level.board
    for key in (pygame.K_UP, pygame.K_LEFT, pygame.K_DOWN, pygame.K_RIGHT) * 8:
        press(app, key)
        assert board.passable(watching.selected)
    press(app, pygame.K_ESCAPE)
    frames(app)
    assert watching.selected is None
    assert app.top is watch


def test_a_wall_is_not_looked_at(crossing):
    app, watch, watching = crossing
    board = watching.opened.level.board
    wall = next((int(r), int(c)) for r, c in np.argwhere(board.blocked))
    click(app, watch.board.rect_of(wall).center)
    assert watching.selected is None


def test_looking_ahead_moves_traffic_and_overlays_and_not_the_agent(crossing):
    app, watch, watching = crossing
    before, state = watch.scene(), watching.state
    for ticks in (1, 2, 3):
        press(app, pygame.K_PAGEDOWN)
        scene = watch.scene()
        assert scene.time == watching.opened.mdp.phase(state) + ticks
        assert (scene.agent_from, watching.state) == (before.agent_from, state)
        watch.board.follow(STAYS)
        assert watch.board.overlay_data().phase == (watching.opened.mdp.phase(state) + ticks) % 24
    for _ in range(40):
        press(app, pygame.K_PAGEDOWN)
    assert watching.ahead == 23
    press(app, pygame.K_ESCAPE)
    assert watching.ahead == 0


def test_looking_ahead_the_agent_stays_in_the_cell_where_it_decides(crossing):
    app, watch, watching = crossing
    playback, mdp = watching.playback, watching.opened.mdp
    cells = [mdp.cell(state) for state in watching.shown.rollout.states]
    moves = [k for k in range(playback.n_moves) if cells[k] != cells[k + 1]]
    press(app, pygame.K_PAGEDOWN)
    for position in (moves[0], moves[0] + 0.3, moves[0] + 0.8, playback.n_moves):
        playback.position = float(position)
        scene = watch.scene()
        assert {scene.agent_from, scene.agent_to} == {mdp.cell(watching.state)}
        assert scene.progress == 1.0


def test_before_the_agent_moves_the_cards_tell_the_phase_that_the_board_shows(ui):
    watching = Watching(builtin_levels()["crossy_road"])
    end = time.perf_counter() + 60
    while watching.opened is None:
        assert time.perf_counter() < end
        time.sleep(0.01)
    pane, mdp = BoardPane(ui, watching, Services()), watching.opened.mdp
    for ticks in (0.0, 5.5, 23.9, 30.2):
        watching.time = ticks
        assert pane.scene(None, 1.0).time == ticks
        assert mdp.phase(watching.looked_at) == int(ticks) % 24
        assert mdp.cell(watching.looked_at) == watching.opened.level.board.starts[0]
        watching.look_ahead(3)
        assert pane.scene(None, 1.0).time % 24 == mdp.phase(watching.looked_at) == (int(ticks) + 3) % 24
        watching.look_ahead(0)
    watching.close(30)


def test_the_frame_of_the_selected_cell_leaves_its_value_free(crossing):
    app, watch, watching = crossing
    press(app, pygame.K_1)
    until(app, lambda: bool(watch.board.overlay_data().possible.any()))
    press(app, pygame.K_t)
    until(app, lambda: watching.status == "paused")
    frames(app, 20)
    cell = next(
        tuple(cell)
        for cell, painted in zip(
            watching.opened.mdp.cells.tolist(), watch.board.overlay_data().tried, strict=True
        )
        if painted and abs(cell[1] - watch.board.agent_cell()[1]) > 2
    )
    square = watch.board.rect_of(cell)
    inside = square.inflate(*(-2 * round(0.08 * square.width),) * 2)
    free = pygame.surfarray.array3d(app.window.surface.subsurface(inside))
    around = pygame.surfarray.array3d(app.window.surface.subsurface(square.inflate(4, 4)))
    watching.select(cell)
    frames(app)
    assert (pygame.surfarray.array3d(app.window.surface.subsurface(square.inflate(4, 4))) != around).any()
    assert (pygame.surfarray.array3d(app.window.surface.subsurface(inside)) == free).all()


def test_shift_and_an_arrow_looks_ahead_while_a_cell_is_looked_at_too(crossing):
    app, _, watching = crossing
    press(app, pygame.K_i)
    cell = watching.selected
    press(app, pygame.K_RIGHT, pygame.KMOD_LSHIFT)
    press(app, pygame.K_RIGHT, pygame.KMOD_LSHIFT)
    press(app, pygame.K_LEFT, pygame.KMOD_LSHIFT)
    assert (watching.ahead, watching.selected) == (1, cell)


def test_looking_changes_nothing_that_is_learned(crossing):
    app, watch, watching = crossing
    press(app, pygame.K_t)
    until(app, lambda: watching.status == "paused")
    transitions, q = watching.snapshot.transitions, watching.snapshot.q.copy()
    press(app, pygame.K_i)
    for key in (pygame.K_UP, pygame.K_PAGEDOWN, pygame.K_LEFT, pygame.K_4, pygame.K_1, pygame.K_d):
        press(app, key)
        frames(app, 5)
    assert watching.snapshot.transitions == transitions
    assert np.array_equal(watching.snapshot.q, q, equal_nan=True)
    assert watch.watching.selected is not None
