"""The highlights on a river: which water flows and when; what of lateness is in sight."""

import pygame
import pytest

from game.board.art import lateness
from game.board.art.flow import GENTLE, stretches
from game.board.geometry import geometry
from game.board.view import BoardView
from game.presenters.scene import Scene

LOG = {"kind": "lane", "look": "log", "row": 1, "direction": "left", "every": 2, "at": [1], "carries": True}
ROWS = ["~.G", "~~~", "S.."]


def test_water_flows_with_what_floats_on_it_and_a_pond_stands_still(make_level):
    flowing = [(run.first, run.n_cells, run.speed) for run in stretches(make_level(ROWS, obstacles=[LOG]))]
    assert flowing == [((0, 0), 1, GENTLE), ((1, 0), 3, -0.5)]
    assert stretches(make_level(ROWS)) == ()


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("animate", [True, False])
def test_water_moves_only_while_the_board_is_animated(make_level, animate):
    view, pictures = BoardView(make_level(ROWS, obstacles=[LOG]), 40), []
    for time in (0.0, 0.5):
        surface = pygame.Surface(view.size)
        view.draw(surface, (0, 0), Scene(time, (2, 0), (2, 0), animate=animate))
        pictures.append(pygame.image.tobytes(surface.subsurface(view.cell_rect((0, 0))), "RGB"))
    assert (pictures[0] != pictures[1]) == animate


@pytest.mark.usefixtures("window")
def test_outlines_and_badges_outside_the_window_are_left_out(make_level):
    lane = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [0, 6], "late": 1}
    level = make_level(["G.......", "========", "S......."], obstacles=[lane])
    scene = Scene(1, (2, 0), (2, 0), late=(1,), later=(1,))
    for view in (BoardView(level, 40), BoardView(level, 16)):
        for found in (lateness.outlines, lateness.badges):
            assert len(found(level, view.geometry, scene, (range(3), range(8)))) == 2
            assert len(found(level, view.geometry, scene, (range(3), range(4)))) == 1


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize(("cell", "width"), [(40, 32), (24, 32), (16, 16), (12, 12)])
def test_a_badge_is_no_wider_than_its_vehicle_where_it_has_no_number(make_level, cell, width):
    lane = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [0], "late": 1}
    level = make_level(["G.......", "========", "S......."], obstacles=[lane])
    scene = Scene(1, (2, 0), (2, 0), late=(1,), later=(1,))
    ((badge, _),) = lateness.badges(level, BoardView(level, cell).geometry, scene, (range(3), range(8)))
    assert badge.get_width() <= width


@pytest.mark.usefixtures("window")
def test_the_outline_of_a_timetable_covers_nothing_inside(make_level):
    """The rasteriser fills some shapes whose stroke it dashes; which ones depends on those before."""
    lane = {"kind": "lane", "look": "train", "row": 1, "direction": "right", "length": 6, "loop": 48}
    level = make_level(["G.......", "--------", "S......."], obstacles=[lane | {"at": [0], "late": 1}])
    for cell in range(12, 40):
        for time in range(0, 56, 3):
            scene = Scene(time / 4, (2, 0), (2, 0), late=(1,), later=(1,))
            geo = geometry(3, 8, 0, cell)
            for outline, _place in lateness.outlines(level, geo, scene, (range(3), range(8))):
                inside = pygame.surfarray.array_alpha(outline)[cell // 4 : -cell // 4, cell // 4 : -cell // 4]
                assert not (inside > 40).any()
