"""Every deed of a lesson can be done on the watch page, and is not done before."""

import pygame

from game.screens.lesson.deeds import DEEDS
from game.ui.controls import Control
from levels.lessons.lesson import Deed
from levels.text.reader import builtin_levels
from tests.unit.game.driving import press, wait

TRAP = (2, 7), 11
"""A cell of Dead End at a moment in which one of the safe moves leads into a trap."""


def test_each_deed_is_noticed_once_it_is_done(start):
    app = start(builtin_levels()["dead_end"], unlimited=True)
    watch, watching = app.top, app.top.watching
    wait(app, lambda: watching.shown is not None)

    def ask(cell, phase, verdict):
        watching.playback.paused = True
        watching.select(cell)
        watching.look_ahead((phase - watching.opened.mdp.phase(watching.state)) % watching.opened.mdp.period)
        next(row for row in watch.cards.moves.rows if row.reason().kind == verdict).activate()

    def converge():
        watch.do(Control.CONVERGE)
        wait(app, lambda: watching.snapshot.converged_episode is not None)

    def cross():
        watching.set_exploring(False)  # a random move may lead astray
        watching.playback.paused, watching.playback.speed_index = False, 6
        wait(app, lambda: watching.playback.finished)

    doings = {
        Deed.VALUES: lambda: press(app, pygame.K_1),
        Deed.POLICY: lambda: press(app, pygame.K_2),
        Deed.SAFETY: lambda: press(app, pygame.K_3),
        Deed.SVM: lambda: press(app, pygame.K_4),
        Deed.RANDOM_MOVES: lambda: press(app, pygame.K_e),
        Deed.PAUSED: lambda: press(app, pygame.K_SPACE),
        Deed.STEPPED: lambda: press(app, pygame.K_n),
        Deed.DETAILS: lambda: press(app, pygame.K_d),
        Deed.CELL: lambda: watching.select(TRAP[0]),
        Deed.REFUSAL: lambda: ask(watching.opened.level.board.starts[0], 0, "outside"),
        Deed.TRAP: lambda: ask(*TRAP, "doomed"),
        Deed.LEARNED: converge,
        Deed.CROSSED: cross,
    }
    assert set(doings) == set(DEEDS) == set(Deed)
    for deed, do in doings.items():
        watching.playback.replay()
        assert deed is Deed.LEARNED or not DEEDS[deed].done(watch), deed
        do()
        assert DEEDS[deed].done(watch), deed
        watch.set_overlays(frozenset())  # before a frame, or an SVM would be fitted
