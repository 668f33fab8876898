"""A large board in the window: dragged, zoomed, followed and looked at; every screen shows a part of it."""

import pygame
import pytest

from tests.unit.game.board.test_large_boards import SIDE_OF_BOARD, rooms
from tests.unit.game.driving import click, frames, playing, press


@pytest.fixture
def watched(start, tmp_path):
    path = tmp_path / "rooms.yaml"
    text = "\n".join(f"  {row}" for row in rooms(goal=(5, 25)))
    path.write_text(f"format: 1\nname: rooms\nmap: |\n{text}\n")
    app = start(path)
    watching = playing(app)
    press(app, pygame.K_SPACE)
    frames(app, 3)
    return app, app.top.board, watching


def drag(app, start, end, steps=6):
    app.handle(pygame.Event(pygame.MOUSEBUTTONDOWN, pos=start, button=1))
    for k in range(1, steps + 1):
        pos = tuple(a + (b - a) * k // steps for a, b in zip(start, end, strict=True))
        app.handle(pygame.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(1, 0, 0)))
    app.handle(pygame.Event(pygame.MOUSEBUTTONUP, pos=end, button=1))
    frames(app, 1)


def test_dragging_scrolls_and_a_click_selects_where_it_is_seen(watched):
    app, board, watching = watched
    port = board.large.port
    x, y = port.x, port.y
    middle = board.rect.center
    drag(app, middle, (middle[0] - 210, middle[1] - 130))
    assert (port.x - x, port.y - y) == (210, 130)
    assert watching.selected is None
    assert not port.following
    cell = next(
        (row, col)
        for row in port.rows[6:]
        for col in port.cols[6:]
        if watching.opened.level.board.passable((row, col))
    )
    click(app, board.rect_of(cell).center)
    frames(app, 2)
    assert watching.selected == cell
    drag(app, board.rect_of(cell).center, (board.rect_of(cell).centerx + 3, board.rect_of(cell).centery))
    assert watching.selected is None  # so little is a click, and a second one ends it
    assert board.cell_at((board.rect.right + 5, board.rect.centery)) is None


def test_wheel_keys_and_home(watched):
    app, board, _watching = watched
    port = board.large.port
    app.handle(pygame.Event(pygame.MOUSEMOTION, pos=board.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    app.handle(pygame.Event(pygame.MOUSEWHEEL, x=0, y=1))
    assert port.cell > 24
    press(app, pygame.K_z, pygame.KMOD_SHIFT)
    press(app, pygame.K_z, pygame.KMOD_SHIFT)
    assert port.cell < 24
    press(app, pygame.K_z)
    assert port.cell == 24
    drag(app, board.rect.center, (board.rect.left + 20, board.rect.top + 20))
    drag(app, board.rect.center, (board.rect.left + 20, board.rect.top + 20))
    drag(app, board.rect.center, (board.rect.left + 20, board.rect.top + 20))
    assert not board.rect.contains(board.rect_of(board.agent_cell()))
    press(app, pygame.K_HOME)
    frames(app, 1)
    assert board.rect.contains(board.rect_of(board.agent_cell()))


def test_a_press_on_the_map_goes_there(watched):
    app, board, watching = watched
    large = board.large
    at = large.minimap.rect.move(board.origin)
    click(app, (at.centerx, at.bottom - 2))
    frames(app, 1)
    assert large.port.rows.stop == SIDE_OF_BOARD
    assert SIDE_OF_BOARD // 2 in large.port.cols
    assert watching.selected is None


def test_the_keyboards_cell_is_kept_in_sight(watched):
    app, board, watching = watched
    press(app, pygame.K_i)
    for _ in range(70):
        press(app, pygame.K_DOWN)
    frames(app, 1)
    assert watching.selected[0] > 60
    assert board.rect.contains(board.rect_of(watching.selected))


def test_playing_and_comparing_show_a_part_too(watched):
    app, _board, _watching = watched
    press(app, pygame.K_p)
    frames(app, 2)
    assert app.top.board.large is not None
    press(app, pygame.K_z)
    assert app.top.board.large.cell > 24
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_k)
    frames(app, 5)
    first, *others = (area.large for area in app.top.boards)
    assert first is not None
    assert all(other.chunks is first.chunks and other is not first for other in others)
    assert app.failures == []
