"""The drawn board: the same moment gives the same pixels, changes show, and a frame only blits."""

from dataclasses import replace

import pygame
import pytest

from game.board.art import cheer
from game.board.art.scenery import objects
from game.board.art.scenery_theme import DAYS, SCENERY_THEMES, light_of, scenery_theme_of
from game.board.thumbnail import thumbnail
from game.board.view import BoardView, Scene, cell_px_for
from game.ui.drawing import looks
from levels.model.board import Action

pytestmark = pytest.mark.usefixtures("window")


def picture(view, scene, *more):
    surface = pygame.Surface(view.size, pygame.SRCALPHA)
    view.draw(surface, (0, 0), scene, *more)
    return pygame.image.tobytes(surface, "RGBA")


@pytest.mark.parametrize("look", ["car", "truck", "bus", "train", "robot", "crate", "ufo"])
@pytest.mark.parametrize("length", [1, 2, 3, 7])
@pytest.mark.parametrize("upright", [False, True])
def test_every_look_draws_at_every_length_and_stays_on_the_board(make_level, look, length, upright):
    where = {"column": 1, "direction": "up"} if upright else {"row": 1, "direction": "left"}
    lane = {"kind": "lane", "look": look, "length": length, "at": [5], "loop": 12, **where}
    rows = ["S....", ".....", ".....", ".....", "....G"]
    view, empty = BoardView(make_level(rows, obstacles=[lane]), 24), BoardView(make_level(rows), 24)
    moments = [Scene(quarter / 4, (0, 0), (0, 0)) for quarter in range(48)]
    pictures = [picture(view, moment) for moment in moments]
    bare = picture(empty, moments[0])
    assert len(set(pictures)) > 2
    assert length > 5 or bare in pictures  # a short vehicle leaves the board without a trace


def test_nothing_moves_when_animation_is_off(make_level, one_car):
    view = BoardView(one_car, 32)

    def shown(time, progress):
        return picture(view, Scene(time, (0, 0), (0, 1), progress, animate=False))

    assert shown(1.0, 0.0) == shown(1.7, 0.5) == shown(1.99, 1.0)
    assert shown(1.0, 1.0) != shown(2.0, 1.0)


def test_the_hop_the_marks_and_the_trail_show(open_4x4):
    view = BoardView(open_4x4, 40)
    plain = Scene(0, (1, 1), (1, 1))
    variants = [
        plain,
        Scene(0, (1, 1), (1, 2), 0.5),
        Scene(0, (1, 1), (1, 1), facing=Action.LEFT),
        Scene(0, (1, 1), (1, 1), random=True),
        Scene(0, (1, 1), (1, 1), refused=Action.UP, refused_progress=0.5),
        Scene(0, (1, 1), (1, 1), at_goal=True),
        Scene(0, (1, 1), (1, 1), trail=((2, 0), (2, 1), (1, 1))),
    ]
    assert len({picture(view, scene) for scene in variants}) == len(variants)
    assert picture(view, plain) == picture(view, plain)


def test_an_arrival_is_cheered_the_same_way_every_time_unless_motion_is_off(open_4x4):
    view = BoardView(open_4x4, 40)

    def shown(cheer, cell=(3, 3), **more):
        return picture(view, Scene(0, cell, cell, at_goal=True, cheer=cheer, **more))

    moments = [shown(k / 10) for k in range(11)]
    assert len(set(moments)) == len(moments)
    assert moments[4] == shown(0.4)
    assert {shown(k / 10, animate=False) for k in range(11)} == {shown(1.0, animate=False)}
    assert moments[10] == shown(1.0, animate=False)
    assert cheer.pieces_of((3, 3)) != cheer.pieces_of((0, 1))


def test_confetti_stays_within_the_picture(open_4x4):
    view = BoardView(open_4x4, 40)
    margin = 120
    wide = pygame.Surface((view.size[0] + 2 * margin, view.size[1] + 2 * margin))
    rays = wide.copy()
    for surface, share in ((wide, 0.5), (rays, 1.0)):
        view.draw(surface, (margin, margin), Scene(0, (0, 3), (0, 3), at_goal=True, cheer=share))
        surface.fill("black", (margin, margin, *view.size))
        surface.fill("black", (0, margin + view.geometry.headroom, wide.get_width(), wide.get_height()))
    assert pygame.image.tobytes(wide, "RGB") == pygame.image.tobytes(rays, "RGB")


def test_a_frame_loads_and_scales_nothing_once_everything_was_seen(one_car, monkeypatch):
    view = BoardView(one_car, 32)
    scenes = [Scene(t / 8, (0, 0), (0, 1), (t % 8) / 8, facing=Action.RIGHT) for t in range(48)]
    first = [picture(view, scene) for scene in scenes]

    def refuse(*_):
        raise AssertionError("loaded or scaled an image in a frame")

    monkeypatch.setattr(pygame.image, "load_sized_svg", refuse)
    monkeypatch.setattr(pygame.transform, "smoothscale", refuse)
    assert [picture(view, scene) for scene in scenes] == first


def test_the_agent_is_never_hidden_by_what_stands_before_it(make_level):
    behind = make_level(["....", ".S..", ".H..", "...G"])
    view = BoardView(behind, 40)
    here, away = (picture(view, Scene(0, cell, cell)) for cell in ((1, 1), (3, 0)))
    box = view.cell_rect((1, 1))
    feet = ((box.bottom - 6) * view.size[0] + box.centerx) * 4
    assert here[feet : feet + 4] != away[feet : feet + 4]


def test_the_world_follows_from_the_board(make_level, one_car, open_4x4):
    robot = {"kind": "patrol", "look": "robot", "path": [[1, 0], [1, 2]], "closed": False, "at": [0]}
    assert scenery_theme_of(one_car) is SCENERY_THEMES["meadow"]
    assert scenery_theme_of(open_4x4) is SCENERY_THEMES["meadow"]
    assert scenery_theme_of(make_level(["S##", ".#G", "..."])) is SCENERY_THEMES["maze"]
    assert scenery_theme_of(make_level(["S..", "...", "..G"], obstacles=[robot])) is SCENERY_THEMES["lab"]


def test_the_light_follows_from_the_name_and_the_lab_has_none(make_level):
    rows = ["S..", "...", "..G"]
    robot = {"kind": "patrol", "look": "robot", "path": [[1, 0], [1, 2]], "closed": False, "at": [0]}
    names = [str(number) for number in range(40)]
    assert {id(light_of(make_level(rows, name=name))) for name in names} == {
        id(light) for light in DAYS.values()
    }
    assert {light_of(make_level(rows, name=name, obstacles=[robot])) for name in names} == {None}
    views = [BoardView(make_level(rows, name=name), 32) for name in names[:12]]
    assert len({picture(view, Scene(0, (0, 0), (0, 0))) for view in views}) == len(
        {light_of(view.level) for view in views}
    )


def test_cells_and_points_agree(open_4x4):
    view = BoardView(open_4x4, cell_px_for(open_4x4, 300, 220))
    assert view.size[0] <= 300
    assert view.size[1] <= 220
    for cell in ((0, 0), (2, 1), (3, 3)):
        assert view.cell_at(view.cell_rect(cell).center) == cell


@pytest.mark.parametrize("size", [(240, 150), (60, 60), (9, 7)])
def test_a_thumbnail_has_the_size_asked_for_and_something_on_it(one_car, size):
    image = thumbnail(one_car, size)
    assert image.get_size() == size
    assert image.get_at((size[0] // 2, size[1] // 2)).a > 0


def test_tiles_of_the_level_s_own_are_drawn_without_a_sprite(make_level):
    legend = {"x": {"look": "mystery", "blocks": True}, "o": {"look": "puddle", "blocks": False}}
    own = BoardView(make_level(["S..", ".x.", ".oG"], legend=legend), 30)
    plain = BoardView(make_level(["S..", "...", "..G"]), 30)
    scene = Scene(0, (0, 0), (0, 0))
    drawn, bare = picture(own, scene), picture(plain, scene)
    for cell in ((1, 1), (2, 1)):
        x, y = own.cell_rect(cell).center
        at = (y * own.size[0] + x) * 4
        shift = (plain.cell_rect(cell).centery - y) * own.size[0] * 4
        assert drawn[at : at + 4] != bare[at + shift : at + shift + 4]


def test_neighbours_of_one_look_have_different_sprites(make_level):
    board = make_level(["STTT", "TTTT", "...G"]).board
    sprites = {cell: name for cell, _look, name in objects(board)}
    for (row, col), name in sprites.items():
        assert name not in (sprites.get((row, col + 1)), sprites.get((row + 1, col)))


def test_a_walker_shows_its_back_its_face_and_its_sides():
    names = [looks.sprite_facing("robot", 0, heading) for heading in ((-1, 0), (1, 0), (0, 1), (0, -1))]
    assert names == ["robot_orange_up", "robot_orange_down", "robot_orange", "robot_orange"]
    assert looks.sprite_facing("crate", 0, (1, 0)) == "crate"
    assert looks.sprite_facing("ufo", 0, (1, 0)) is None


def pixels(view, scene):
    surface = pygame.Surface(view.size)
    view.draw(surface, (0, 0), scene)
    return pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(int)


def changed(view, scene, other):
    """The rectangle in which two moments look different."""
    rows, cols = (pixels(view, scene) != pixels(view, other)).any(axis=2).nonzero()
    return pygame.Rect(cols.min(), rows.min(), cols.max() - cols.min() + 1, rows.max() - rows.min() + 1)


def test_another_agent_hops_beside_see_through_in_its_way(open_4x4):
    view, away = BoardView(open_4x4, 40), Scene(0, (0, 0), (0, 0))
    looks, feet, tops = set(), [], []
    for progress in (0.0, 0.3, 0.5, 0.7, 1.0):
        beside = replace(away, beside=Scene(0, (3, 1), (3, 2), progress, Action.RIGHT))
        where = changed(view, away, beside)
        feet.append(where.centerx)
        tops.append(where.top)
    assert feet == sorted(feet)
    assert feet[-1] - feet[0] == 40
    assert tops[2] < tops[0] - 5 < tops[-1]  # an arc
    for facing in (Action.RIGHT, Action.LEFT, Action.UP, Action.DOWN):
        looks.add(picture(view, replace(away, beside=Scene(0, (3, 1), (3, 1), facing=facing))))
    assert len(looks) == 4
    alone, seen_through = (
        abs(pixels(view, scene) - pixels(view, away))[view.cell_rect((3, 1)).center[::-1]].sum()
        for scene in (Scene(0, (3, 1), (3, 1)), replace(away, beside=Scene(0, (3, 1), (3, 1))))
    )
    assert 0.4 * alone < seen_through < 0.8 * alone


def test_another_agent_stands_behind_what_is_nearer(make_level):
    rows = ["S...", "....", "TTTT", "...G"]
    view, away = BoardView(make_level(rows), 48), Scene(0, (0, 0), (0, 0))
    square = view.cell_rect((2, 1))
    for cell, below in (((1, 1), False), ((3, 1), True)):
        where = changed(view, away, replace(away, beside=Scene(0, cell, cell)))
        assert where.colliderect(view.cell_rect(cell))
        assert (where.top < square.bottom) if below else (where.bottom < square.bottom)
    crown = pixels(view, away)[square.top - 4, square.centerx]
    hidden = pixels(view, replace(away, beside=Scene(0, (1, 1), (1, 1))))[square.top - 4, square.centerx]
    assert (crown == hidden).all()  # the tree's crown lies above it


def test_this_agent_stands_before_the_other_one(open_4x4):
    view = BoardView(open_4x4, 40)
    alone = Scene(0, (1, 1), (1, 1))
    both = replace(alone, beside=Scene(0, (1, 1), (1, 1), facing=Action.LEFT))
    middle = view.cell_rect((1, 1)).center[::-1]
    assert (pixels(view, alone)[middle] == pixels(view, both)[middle]).all()
