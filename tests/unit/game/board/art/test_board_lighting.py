"""The light of the time of day on what moves and stands, and what lamps add to it in the dark."""

import numpy as np
import pygame
import pytest

from game.board import chunks, view
from game.board.art import agent, lamps, pieces, signals
from game.board.art.drawn import ON_THE_GROUND
from game.board.art.lighting import WINDOW
from game.board.art.scenery_theme import DAYS
from game.board.art.upright import upright
from game.board.geometry import geometry
from game.board.large import LargeView
from game.board.map_picture import GROUNDS
from game.board.overlays import OVERLAYS
from game.board.traffic import traffic
from game.board.view import BoardView
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.theme import DOOMED, SAFE, UNSAFE
from levels.model.board import Action
from tests.unit.game.board.overlays.test_overlays import overlay_data_of

CELL = 40
DUSK = DAYS["dusk"]


pytestmark = pytest.mark.usefixtures("window")


@pytest.fixture
def seen_at(monkeypatch):
    """Has every level be seen at one time of day."""

    def choose(day):
        for module in (view, chunks):
            monkeypatch.setattr(module, "light_of", lambda *_: DAYS[day])

    return choose


@pytest.fixture
def street(make_level):
    """A street on which one car drives to the right; it comes back after 18 cells."""
    car = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "loop": 18, "at": [0]}
    return make_level(["S........", "=========", "........G"], obstacles=[car])


def pixels(surface):
    return pygame.surfarray.array3d(surface).astype(int)


def picture(board, scene, *more):
    surface = pygame.Surface(board.size)
    board.draw(surface, (0, 0), scene, *more)
    return pixels(surface)


def brightness(image):
    """Mean of the colours where the image is opaque."""
    return pixels(image)[pygame.surfarray.array_alpha(image) == 255].mean()


def lean(image):
    """How far right of the middle the shadow below an image lies [px]."""
    alpha = pygame.surfarray.array_alpha(image).astype(int)[:, -image.get_height() // 3 :]
    strength = np.where(alpha < 90, alpha, 0).sum(axis=1)
    return (strength * np.arange(len(strength))).sum() / strength.sum() - (len(strength) - 1) / 2


def in_line(level, time, light=DUSK):
    """(vehicles, cones) on the picture of a level."""
    board = level.board
    found = traffic(
        level, geometry(board.n_rows, board.n_cols, 1.0, CELL), Scene(time, (0, 0), (0, 0)), light=light
    )
    cones = [piece for piece in found if piece.row == ON_THE_GROUND]
    return [piece for piece in found if piece.row != ON_THE_GROUND], cones


def test_noon_leaves_every_sprite_as_it_is():
    assert DAYS["noon"] is None
    assert pieces.sprite("car_red", CELL, light=None) is draw.sprite("car_red", CELL, False)


@pytest.mark.parametrize("day", [day for day, light in DAYS.items() if light is not None])
@pytest.mark.parametrize("name", ["car_red", "truck_green", "robot_teal", "hen_side", "house_a", "tree_a"])
def test_a_sprite_takes_on_the_light_as_the_ground_does(day, name):
    plain, lit = draw.sprite(name, CELL), pieces.sprite(name, CELL, light=DAYS[day])
    assert lit.get_size() == plain.get_size()
    change = np.abs(pixels(lit) - pixels(plain)).max(axis=2)[pygame.surfarray.array_alpha(plain) == 255]
    assert (change > 8).mean() > 0.5
    assert pieces.sprite(name, CELL, light=DAYS[day]) is lit


def test_lamps_and_windows_shine_in_the_dark_only():
    def has(image, color):
        r, g, b = pygame.Color(color)[:3]
        return bool((np.abs(pixels(image) - (r, g, b)).max(axis=2) < 6).any())

    headlight = "#fffbe6"
    for name in ("car_red", "truck_green", "bus", "tram", "train_loco"):
        assert has(pieces.sprite(name, 128, light=DUSK), headlight), name
        assert not has(pieces.sprite(name, 128, light=DAYS["evening"]), headlight), name
    assert has(upright("tram", 0, 2, 128, up=False, light=DUSK), WINDOW)
    assert not has(upright("tram", 0, 2, 128, up=False, light=None), WINDOW)
    pane = (53 + 8) * 2, (12 + 40) * 2
    for light, warm in ((DUSK, True), (DAYS["evening"], False), (None, False)):
        red, _green, blue = pixels(pieces.sprite("tram", 128, light=light))[pane]
        assert (red > blue + 60) == warm


@pytest.mark.parametrize("name", ["car_red", "bus", "tree_a", "house_a", "hen_side"])
@pytest.mark.parametrize("flip", [False, True])
def test_shadows_fall_to_one_side_in_the_morning_and_to_the_other_in_the_evening(name, flip):
    west, east = (lean(pieces.sprite(name, 64, flip, DAYS[day])) for day in ("morning", "evening"))
    assert west < lean(draw.sprite(name, 64, flip)) - 0.5 < east - 1


def test_a_warning_light_glows_farther_in_the_dark(make_level):
    train = {
        "kind": "lane",
        "look": "train",
        "row": 1,
        "direction": "left",
        "length": 2,
        "loop": 12,
        "at": [4],
    }
    found = signals.signals(make_level(["S....", "-----", "....G"], obstacles=[train]))
    glows = [
        signals.drawn(found, geometry(3, 5, 1.0, 96), Scene(0, (0, 0), (0, 0)), DAYS[day])
        for day in ("evening", "dusk")
    ]
    day, dark = ((pygame.surfarray.array_alpha(glow[0].image) > 0).sum() for glow in glows)
    assert dark > 1.1 * day


def test_every_vehicle_with_lamps_throws_a_cone_ahead(make_level, street):
    (car,), (cone,) = in_line(street, 3.0)
    assert cone.rect.left < car.rect.right < cone.rect.centerx
    assert in_line(street, 3.0, DAYS["evening"])[1] == in_line(street, 3.0, None)[1] == []
    ways = {"right": (0, 1), "left": (0, -1), "up": (-1, 0), "down": (1, 0)}
    for way, (down, across) in ways.items():
        where = {"row": 4} if across else {"column": 4}
        lane = {
            "kind": "lane",
            "look": "truck",
            "direction": way,
            "length": 2,
            "loop": 13,
            "at": [4],
            **where,
        }
        rows = ["S........", *["........."] * 7, "........G"]
        trucks, (cone,) = in_line(make_level(rows, obstacles=[lane]), 0)
        (truck,) = trucks
        assert (cone.rect.centerx - truck.rect.centerx) * across > CELL or down
        assert (cone.rect.centery - truck.rect.centery) * down > CELL or across
    robot = {"kind": "patrol", "look": "robot", "path": [[1, 0], [1, 4]], "closed": False, "at": [0]}
    taxi = {**robot, "look": "car"}
    for walker, n_cones in ((robot, 0), (taxi, 1)):
        assert len(in_line(make_level(["S....", ".....", "....G"], obstacles=[walker]), 1)[1]) == n_cones


def test_headlights_announce_a_vehicle_before_it_is_there_and_grow_steadily(street):
    widths = []
    for quarter in range(4 * 14, 4 * 18):
        cars, cones = in_line(street, quarter / 4)
        if not cars:
            widths.append(sum(cone.area.width if cone.area else cone.rect.width for cone in cones))
    coming = [width for width in widths if width]
    assert coming == sorted(coming)
    assert len(coming) >= 4
    assert np.diff([0, *coming]).max() <= CELL / 4 + 1


def test_light_on_the_ground_leaves_the_colours_of_values_alone(seen_at, street):
    scene = Scene(3.0, (0, 0), (0, 0))
    overlays, data = [OVERLAYS["values"]], overlay_data_of(street)
    shown = {}
    for day in ("noon", "dusk"):
        seen_at(day)
        board = BoardView(street, CELL)
        ahead = board.cell_rect((1, 5)).inflate(-8, -8)
        cut = np.s_[ahead.left : ahead.right, ahead.top : ahead.bottom]
        shown[day] = picture(board, scene, overlays, data)[cut], picture(board, scene)[cut]
    assert (shown["noon"][0] == shown["dusk"][0]).all()
    assert (shown["noon"][1] != shown["dusk"][1]).any()


def test_the_agent_is_lit_best():
    scene, geo = Scene(0, (0, 0), (0, 0), facing=Action.RIGHT), geometry(3, 3, 1.0, CELL)
    plain, dusk = (brightness(agent.agent_image(geo, scene, light).image) for light in (None, DUSK))
    car = [brightness(pieces.sprite("car_yellow", CELL, light=light)) for light in (None, DUSK)]
    assert 0.8 * plain < dusk < plain
    assert car[1] / car[0] < dusk / plain
    assert pixels(lamps.pool(CELL))[CELL, CELL].max() > 40


@pytest.mark.parametrize("ground", ["grass", "road", "rail", "pavement", "sand"])
@pytest.mark.parametrize("meaning", [SAFE, UNSAFE, DOOMED])
def test_what_is_safe_stands_out_from_every_ground_in_every_light(ground, meaning):
    ink = np.array(pygame.Color(meaning)[:3])
    for light in DAYS.values():
        ground_color = GROUNDS[ground] if light is None else light.color(GROUNDS[ground])
        distance = np.linalg.norm(ink - np.array(pygame.Color(ground_color)[:3]))
        assert distance > 75, light


def test_a_large_board_is_seen_in_the_same_light(seen_at, street):
    scene = Scene(3.0, (0, 0), (0, 0))
    for day in DAYS:
        seen_at(day)
        whole = BoardView(street, CELL)
        part = LargeView(street, whole.size, CELL)
        part.patience = 1e9
        there = part.cell_rect((1, 3)).move(CELL, 0)
        here = whole.cell_rect((1, 3)).move(CELL, 0)
        shown = [
            picture(board, scene)[box.left : box.right, box.top : box.bottom]
            for board, box in ((whole, here), (part, there))
        ]
        assert np.abs(shown[0] - shown[1]).max() <= 2, day
        edges = whole.cell_rect((1, 0)), part.cell_rect((1, 0))
        frames = [
            picture(board, scene)[edge.left - 2, edge.centery]
            for board, edge in zip((whole, part), edges, strict=True)
        ]
        assert np.abs(frames[0] - frames[1]).max() <= 2, day


def test_a_frame_in_the_dark_loads_and_makes_nothing_once_everything_was_seen(seen_at, street, monkeypatch):
    seen_at("dusk")
    board = BoardView(street, CELL)
    scenes = [Scene(t / 8, (0, 0), (0, 1), (t % 8) / 8, facing=Action.RIGHT) for t in range(8 * 18)]
    first = [picture(board, scene) for scene in scenes]

    def refuse(*_):
        raise AssertionError("made an image in a frame")

    monkeypatch.setattr(pygame.image, "load_sized_svg", refuse)
    monkeypatch.setattr(pygame.image, "frombuffer", refuse)
    assert all((picture(board, scene) == before).all() for scene, before in zip(scenes, first, strict=True))
