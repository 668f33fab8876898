"""What every kind of obstacle gives the window: a picture of each vehicle, a tool, settings of its card."""

import itertools
import re
from pathlib import Path

import pygame
import pytest

from game.board.art.drawn import ON_THE_GROUND
from game.board.art.scenery_theme import DAYS, light_of
from game.board.art.sight import Sight
from game.board.art.walkers import walkers
from game.board.geometry import cells_between, geometry
from game.board.kinds import KINDS
from game.board.kinds.lane import lane
from game.board.kinds.patrol import patrol
from game.board.traffic import traffic
from game.board.view import BoardView
from game.presenters.scene import Scene
from game.ui.drawing import looks
from levels.model.movers import Mover
from levels.model.obstacles import OBSTACLES
from levels.text.editing import with_obstacle, without_obstacle
from levels.text.reader import builtin_levels, parse_level, read_level
from tests.obstacle_samples import level_with, text_with

ROOT = Path(__file__).parents[5]
SIZE = 3, 5
CELL = 40
STROKES = {
    "a click": [(1, 2)],
    "along a row": cells_between((1, 1), (1, 3)),
    "backwards": cells_between((1, 4), (1, 0)),
    "along a column": cells_between((0, 2), (2, 2)),
    "upwards": cells_between((2, 2), (0, 2)),
    "a corner": [(1, 1), (1, 2), (1, 3), (2, 3)],
    "a round": [(1, 1), (1, 2), (2, 2), (2, 1), (1, 1)],
}


def picture_of(pieces, geo):
    """What they show on an empty picture, back to front."""
    surface = pygame.Surface(geo.size, pygame.SRCALPHA)
    for piece in sorted(pieces, key=lambda piece: piece.row):
        if piece.row != ON_THE_GROUND:
            surface.blit(piece.image, (piece.x, piece.y), piece.area)
    return surface


def obstacle_of(text):
    (obstacle,) = parse_level(text, "kinds.yaml").obstacles
    return obstacle


def test_every_kind_that_a_level_may_name_has_a_line():
    assert list(KINDS) == list(OBSTACLES)


@pytest.mark.parametrize("kind", OBSTACLES)
def test_only_its_own_two_files_and_the_tables_know_a_kind(kind):
    """Neither the drawing nor the editor, the reader or the proof asks for one."""
    table = "levels/model/obstacles/__init__.py"
    own = {table, f"levels/model/obstacles/{kind}.py", f"game/board/kinds/{kind}.py"}
    asks = rf"levels\.model\.obstacles\.{kind}\b|kind (==|!=|in|not in) [^:]*['\"]{kind}['\"]"
    paths = [path for folder in ("game", "levels") for path in (ROOT / folder).rglob("*.py")]
    found = {path.relative_to(ROOT).as_posix() for path in paths if re.search(asks, path.read_text("utf-8"))}
    assert table in found
    assert found <= own


@pytest.mark.usefixtures("window")
@pytest.mark.parametrize("kind", OBSTACLES)
def test_a_kind_is_drawn_where_it_stands_and_differently_as_it_moves(kind):
    level, geo = level_with(kind), geometry(*SIZE, 1.0, CELL)
    seen = set()
    for tick in range(2 * len(level.movers[0].track)):
        picture = picture_of(traffic(level, geo, Scene(tick, (0, 0), (0, 0))), geo)
        for cell in itertools.chain(*(mover.body(tick) for mover in level.movers)):
            x, y = geo.corner(*cell)
            square = pygame.Rect(round(x), round(y), CELL, CELL)
            drawn = pygame.mask.from_surface(picture.subsurface(square)).count()
            assert drawn > CELL * CELL / 5, (tick, cell)
        traffic(
            level, geo, Scene(tick + 0.5, (0, 0), (0, 0))
        )  # between two ticks there is no square to look into
        seen.add(pygame.image.tobytes(picture, "RGBA"))
    assert len(seen) > 1


@pytest.mark.parametrize("kind", OBSTACLES)
@pytest.mark.parametrize("stroke", STROKES)
def test_a_stroke_lays_a_sound_obstacle_of_the_kind_over_its_beginning(kind, stroke):
    empty = without_obstacle(text_with(kind), 0)
    cells = STROKES[stroke]
    laid = obstacle_of(with_obstacle(empty, KINDS[kind].lay(parse_level(empty, "empty.yaml"), cells)))
    assert type(laid) is OBSTACLES[kind]
    assert cells[0] in laid.track(*SIZE)
    assert KINDS[kind].title(laid)


@pytest.mark.parametrize(
    ("kind", "key"), [(kind, setting.key) for kind in KINDS for setting in KINDS[kind].settings]
)
def test_a_setting_of_a_kind_keeps_it_sound_from_one_end_to_the_other(kind, key):
    text = text_with(kind)
    before = obstacle_of(text)
    settings = {setting.key: setting for setting in KINDS[kind].settings}
    values = {name: setting.value(before, SIZE) for name, setting in settings.items()}
    found = set()
    for value in range(settings[key].low, settings[key].high + 1):
        keys = settings[key].keys(before, values | {key: value}, SIZE)
        found.add(obstacle_of(with_obstacle(text, keys, 0)))
    assert len(found) > 1


@pytest.mark.parametrize("kind", [kind for kind in KINDS if KINDS[kind].turn is not None])
def test_a_kind_that_can_be_turned_goes_the_other_way_and_back(kind):
    text = text_with(kind)
    there = with_obstacle(text, KINDS[kind].turn(obstacle_of(text)), 0)
    assert obstacle_of(there) != obstacle_of(text)
    back = with_obstacle(there, KINDS[kind].turn(obstacle_of(there)), 0)
    assert obstacle_of(back) == obstacle_of(text)


@pytest.mark.parametrize("kind", KINDS)
def test_a_kinds_tool_has_a_name_and_a_picture(kind):
    shown = KINDS[kind]
    assert shown.name
    assert looks.sprite_for(shown.look, 0) is not None


@pytest.mark.usefixtures("window")
def test_a_walker_of_two_cells_is_drawn_one_look_a_cell():
    """No kind of today has a longer body; a new one may draw it by `walkers`."""
    track = ((0, 1), (1, 1), (2, 1), (1, 1))
    places = {(0, 1): (0,), (1, 1): (1, 3), (2, 1): (2,)}
    geo = geometry(3, 4, 1.0, CELL)
    drawn = walkers(Sight(geo), [(0, Mover(track, 1, 2, 1, 1, "boat", 0, places))], 0.0)
    bodies = [piece for piece in drawn if piece.row in {0.35, 1.35}]
    assert [round((piece.rect.bottom - geo.corner(0, 0)[1]) / CELL) for piece in bodies] == [2, 1]


def test_a_lane_goes_the_longer_way_of_its_stroke_and_a_train_on_rails():
    crossing = read_level(builtin_levels()["crossy_road"])
    assert lane(crossing, [(4, 3), (4, 9)])["look"] == "train"
    assert lane(crossing, [(2, 3), (9, 3)]) | {"look": ""} == {
        "kind": "lane",
        "look": "",
        "column": 3,
        "direction": "down",
        "at": [2],
    }


def test_a_patrol_has_the_corners_of_its_stroke():
    level = level_with("patrol")
    assert patrol(level, [(1, 1), (1, 4), (3, 4)])["path"] == [[1, 1], [1, 4], [3, 4]]
    round_trip = patrol(level, [(1, 1), (1, 3), (3, 3), (3, 1), (1, 1)])
    assert (round_trip["path"], round_trip["closed"]) == ([[1, 1], [1, 3], [3, 3], [3, 1]], True)
    assert patrol(level, [(2, 2)])["path"] == [[2, 2]]


@pytest.mark.usefixtures("window")
def test_a_car_that_never_moves_has_its_headlights_on_in_the_dark(make_level):
    """Its sprite faces right, and so does the cone."""
    car = {"kind": "patrol", "look": "car", "path": [[1, 1]], "closed": False, "at": [0]}
    names = (f"Parked {number}" for number in range(100))
    levels = (make_level(["S==.", "....", "...G"], obstacles=[car], name=name) for name in names)
    level = next(level for level in levels if light_of(level) is DAYS["dusk"])
    view = BoardView(level, CELL)
    found = traffic(level, view.geometry, Scene(0.5, (0, 0), (0, 0)), light=DAYS["dusk"])
    (cone,) = [piece for piece in found if piece.row == ON_THE_GROUND]
    assert cone.rect.centerx > view.cell_rect((1, 1)).right
    view.draw(pygame.Surface(view.size), (0, 0), Scene(0.5, (0, 0), (0, 0)))


def test_what_is_laid_on_water_carries(make_level):
    level = make_level(["G....", "~~~~~", "S...."])
    cells = [(1, 1), (1, 2), (1, 3)]
    laid = [kind.lay(level, cells) for kind in KINDS.values()]
    assert [(keys["look"], keys["carries"]) for keys in laid] == [("log", True), ("raft", True)]
