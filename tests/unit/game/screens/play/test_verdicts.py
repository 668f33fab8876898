"""The verdict on the board: when it comes, what it offers, where it lies; Space never waits for it."""

from itertools import pairwise

import numpy as np
import pygame
import pytest

from game.board.art import impact
from game.presenters.crashing import best_labels
from game.presenters.level_loader import prepared
from game.presenters.playing import Playing
from game.presenters.stars import EVERY, FIRST_AFTER
from game.screens.play.play import SHAKE, SHAKES, Around, Play, shake
from game.screens.play.verdicts import MISHAP_AFTER, WON_AFTER
from game.screens.screen import Pop
from game.services.services import Services
from game.ui.controls import Control
from game.userdata.settings import Settings
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_file


@pytest.fixture(scope="module")
def levels():
    paths = {name: builtin_levels()[name] for name in ("grid_4", "first_road", "river")}
    return {name: prepared(path, read_file(path)) for name, path in paths.items()}


@pytest.fixture
def page(window, levels):
    """A play page without a program around it; with a next level unless it is the last."""

    def made(name="grid_4", size=(1280, 800), scale=1.0, *, still=False, last=False, shield=True):
        services = Services(settings=Settings(reduce_motion=still))
        following = None if last else builtin_levels()["grid_5"]
        screen = Play(
            size, scale, services, Playing(levels[name], None), Around("Watch", following, "Grid 5×5")
        )
        screen.playing.shield = shield
        return screen

    return made


def pass_time(screen, seconds):
    for _ in range(round(seconds * 100)):
        screen.update(0.01)


def cross(screen, *first):
    """These moves first, then the best ones to the goal; ends in the frame in which the goal is reached."""
    game, labels = screen.playing, best_labels(screen.playing.opened)
    moves = list(first)
    while game.outcome is None:
        game.want(moves.pop(0) if moves else game.opened.mdp.actions[int(labels[game.state])])
        while game.progress < 1:
            screen.update(0.01)
    assert game.outcome == "goal"


def crash(screen):
    """Runs off the board; ends in the frame of the move."""
    screen.playing.want(Action.DOWN)
    screen.update(0.01)


def key(screen, name):
    return screen.handle(pygame.Event(pygame.KEYDOWN, key=name, mod=0, unicode=""))


def test_an_arrival_gets_its_verdict_and_its_stars_one_by_one(page):
    screen = page()
    cross(screen)
    assert screen.verdicts.shown is None
    pass_time(screen, WON_AFTER + 0.02)
    won = screen.verdicts.won
    assert screen.verdicts.shown is won
    assert int(won.stars) == 0
    seen = []
    for star in range(3):
        pass_time(screen, FIRST_AFTER + star * EVERY - screen.playing.ended_for + 0.01)
        seen.append(int(won.stars))
    assert seen == [1, 2, 3]
    assert won.verdict.title == "The best possible!"
    assert won.offered == [Control.NEXT_LEVEL, Control.AGAIN]  # nothing better to watch


def test_without_animation_all_is_there_at_once_and_nothing_shakes(page):
    screen = page(still=True)
    cross(screen, Action.UP, Action.DOWN)
    assert screen.verdicts.shown is screen.verdicts.won
    assert screen.verdicts.won.stars == 1  # 8 steps, 6 at best, 7 for two stars
    crashed = page(still=True, shield=False)
    crash(crashed)
    pass_time(crashed, 0.2)
    assert crashed.verdicts.shown is crashed.verdicts.mishap
    pictures = []
    for _ in range(3):
        surface = pygame.Surface(crashed.ui.size)
        crashed.draw(surface)
        pictures.append(pygame.surfarray.array2d(surface))
        pass_time(crashed, 0.06)
    assert all(np.array_equal(picture, pictures[0]) for picture in pictures)


def test_without_animation_what_hit_stands_where_the_tick_ends(page):
    screen = page("first_road", still=True, shield=False)
    times = []
    while screen.playing.outcome is None:
        screen.playing.want(Action.UP)
        screen.update(0.01)
        times.append(screen.scene().time)
        assert screen.scene().agent_to == screen.playing.cell(-1)
        pass_time(screen, 0.3)
    scene = screen.scene()
    assert times == [1.0, 1.0]  # the car is seen to come only once it is there
    assert (scene.time, scene.hit is not None, scene.animate) == (2.0, True, False)


@pytest.mark.parametrize("seconds", [0.0, 0.15, MISHAP_AFTER + 0.3])
def test_space_starts_again_at_once_whatever_is_on_show(page, seconds):
    screen = page(shield=False)
    crash(screen)
    pass_time(screen, seconds)
    key(screen, pygame.K_SPACE)
    screen.update(0.01)
    assert (screen.playing.steps, screen.playing.outcome, screen.verdicts.shown) == (0, None, None)


def test_after_the_second_mishap_the_shield_is_offered_first_and_starts_again(page):
    screen = page(shield=False)
    offered = []
    for _ in range(2):
        crash(screen)
        pass_time(screen, MISHAP_AFTER + 0.3)
        offered.append(screen.verdicts.mishap.offered)
        assert screen.verdicts.mishap.children[0].primary
        assert screen.verdicts.mishap.verdict.title == "You ran off the board"
        if len(offered) == 1:
            key(screen, pygame.K_SPACE)
    assert offered == [
        [Control.AGAIN, Control.SHIELD, Control.SEE_AGAIN],
        [Control.SHIELD, Control.AGAIN, Control.SEE_AGAIN],
    ]
    screen.verdicts.mishap.children[0].activate()
    assert (screen.playing.shield, screen.playing.steps) == (True, 0)


def test_a_missing_star_lets_one_watch_the_best_on_the_same_board(page):
    screen = page()
    cross(screen, Action.UP, Action.DOWN)
    pass_time(screen, 1.5)
    assert Control.BEST in screen.verdicts.won.offered
    key(screen, pygame.K_v)
    assert screen.scenes.best.n_moves == 6
    pass_time(screen, 0.5)
    assert screen.verdicts.shown is None
    assert screen.scene().time == pytest.approx(0.5 * screen.scenes.best.speed, abs=0.1)
    assert key(screen, pygame.K_ESCAPE) is None  # ends that, and does not leave
    screen.update(0.01)
    assert screen.verdicts.shown is screen.verdicts.won
    key(screen, pygame.K_v)
    pass_time(screen, 4)
    assert screen.verdicts.shown is screen.verdicts.won
    assert isinstance(key(screen, pygame.K_ESCAPE), Pop)


def test_after_the_last_level_there_is_no_next(page):
    screen = page(last=True)
    cross(screen)
    pass_time(screen, 1)
    assert screen.verdicts.won.offered == [Control.AGAIN]
    key(screen, pygame.K_RETURN)
    assert screen.services.messages.message.text == "This is the last level"


@pytest.mark.parametrize(
    ("name", "size", "scale"),
    [
        *(("grid_4", (960, 600), 1.0), ("grid_4", (1280, 800), 1.5), ("first_road", (1280, 800), 1.0)),
        *(("first_road", (1366, 768), 1.0), ("river", (960, 600), 1.0), ("river", (1280, 800), 1.5)),
    ],
)
def test_a_verdict_lies_on_the_board_off_the_agent_and_the_goals(page, name, size, scale):
    screen = page(name, size, scale)
    cross(screen)
    pass_time(screen, 1.5)
    screen.draw(pygame.Surface(size))
    box, board = screen.verdicts.won.rect, screen.board
    assert board.rect.contains(box)
    here = board.rect_of(screen.playing.cell(-1))
    assert not box.colliderect(here)
    assert all(box.contains(button.rect) for button in screen.verdicts.won.children)
    screen.playing.shield = False
    screen.restart()
    crash(screen)
    pass_time(screen, 1)
    screen.draw(pygame.Surface(size))
    card = screen.verdicts.mishap
    assert board.rect.contains(card.rect)
    kept_clear = [screen.playing.cell(-1), *(cell for _, cell in screen.playing.hit.safe)]
    assert card.rect.collidelist([board.rect_of(cell) for cell in kept_clear]) == -1
    assert all(card.rect.contains(button.rect) for button in card.children)


def test_a_click_next_to_the_agent_is_a_move_there(page):
    screen = page()
    screen.draw(pygame.Surface(screen.ui.size))
    for cell, steps in (((3, 2), 0), ((2, 0), 1)):  # the start is at (3, 0)
        pos = screen.board.rect_of(cell).center
        screen.board.press(pos)
        screen.board.release(pos, inside=True)
        assert screen.playing.steps == steps


def test_an_impact_shakes_once_gently_and_dies_away():
    moves = [shake(age / 100) for age in range(100)]
    assert shake(None) == 0
    assert max(map(abs, moves)) <= SHAKE
    assert max(map(abs, moves[15:])) < 0.25 * SHAKE
    assert set(moves[30:]) == {0}
    turns = sum(a * b < 0 for a, b in pairwise(moves))
    assert turns <= 2 * SHAKES


def test_the_agent_is_thrown_back_to_where_it_stepped_from(page):
    screen = page(shield=False)
    crash(screen)
    places = []
    for _ in range(60):
        scene = screen.scene()
        places.append(impact.thrown(scene.hit or 0.0) if scene.hit is not None else None)
        screen.update(0.01)
    flying = [share for share in places if share is not None]
    frozen = flying.count(0.0)
    assert 11 <= frozen <= 14  # 120 ms in hundredths
    assert flying == sorted(flying)
    assert flying[-1] == 1.0
