"""A thread that ends by an error of any kind says so: those that Python lets threads end with unseen, too."""

import time

import numpy as np
import pygame
import pytest

from game.presenters import certifier as certifying
from game.presenters import level_loader as opening
from game.presenters import svm_fit
from game.presenters.certifier import Certifier
from game.presenters.editing import Editing, Source
from game.presenters.level_loader import LevelLoader, Refused
from game.presenters.surprising import Surprising
from game.presenters.svm_fit import SvmFit
from game.services.films import recorder
from game.services.films.recorder import Recorder
from game.userdata import drafts
from learner.baselines import comparison
from learner.baselines.comparison_thread import ComparisonThread
from learner.core import trainer
from learner.core.commands import Resume
from learner.threads.learner_thread import LearnerThread
from levels.proof import prove as proof
from levels.random import surprise
from levels.random.codes import Code
from levels.text.reader import builtin_levels
from tests.unit.game.driving import until
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of

TEXT = "format: 1\nname: x\nmap: |\n  S..\n  ..G\n"


class UnspeakableError(BaseException):
    """Fails even when it is told."""

    def __str__(self):
        raise KeyboardInterrupt


ERRORS = [
    SystemExit(3),
    KeyboardInterrupt(),
    MemoryError(),
    GeneratorExit(),
    UnspeakableError(),
    OSError(28, "full"),
]


@pytest.fixture(params=ERRORS, ids=lambda error: type(error).__name__)
def error(request):
    return request.param


@pytest.fixture
def fails(error, monkeypatch):
    """Has a function fail with the error, as often as it is called."""

    def fail(*_args, **_kwargs):
        raise error

    return lambda place, name: monkeypatch.setattr(place, name, fail)


@pytest.fixture(scope="module")
def world():
    return world_of(LEVELS["a road"])


def wait(condition):
    end = time.perf_counter() + 20
    while not condition():
        assert time.perf_counter() < end, "nobody said that it ended"
        time.sleep(0.002)


def kind(error):
    return type(error).__name__


def test_the_learner(world, error, fails):
    thread = LearnerThread(world.level, world.mdp, world.safe, world.optimal, 0, paused=True)
    thread.start()
    wait(lambda: thread.latest().status == "paused")
    fails(trainer.Trainer, "advance")
    thread.send(Resume())
    wait(lambda: thread.latest().status == "failed")
    assert kind(error) in thread.latest().message
    assert thread.stop()


def test_the_learner_while_it_warms_up(world, error, fails):
    fails(trainer.Trainer, "warm_up")
    thread = LearnerThread(world.level, world.mdp, world.safe, world.optimal, 0)
    thread.start()
    wait(lambda: thread.latest().status == "failed")
    assert kind(error) in thread.latest().message


def test_the_contest(world, error, fails):
    fails(comparison.Comparison, "advance")
    thread = ComparisonThread(world.level, world.mdp, 0)
    thread.start()
    wait(lambda: thread.latest().status == "failed")
    assert kind(error) in thread.latest().message


def test_the_opening_of_a_level(error, fails):
    fails(opening, "prepared")
    opened = LevelLoader(builtin_levels()["grid_4"])
    opened.drawn.set()
    wait(lambda: opened.result is not None)
    assert isinstance(opened.result, Refused)
    assert kind(error) in opened.result.lines[0]


def test_the_certifier_of_the_menu(error, fails, tmp_path):
    fails(certifying, "shortest_way")
    paths = list(builtin_levels().values())[:2]
    certifier = Certifier([paths[0], tmp_path / "nowhere", paths[1]])
    certifier.drawn.set()
    wait(lambda: len(certifier.known.verdicts) == 3 and isinstance(certifier.known.verdicts[paths[1]], str))
    assert kind(error) in certifier.known.verdicts[paths[1]]


def test_the_fit_of_the_svm(world, error, fails):
    fails(svm_fit, "fitted")
    fit = SvmFit()
    fit.ask(world.mdp, world.safe, np.zeros(world.mdp.n_states, np.int8))
    wait(lambda: fit.problem)
    assert kind(error) in fit.problem
    assert not fit.pending


def test_the_recorder(error, tmp_path, monkeypatch):
    def writer(_file, _reel, _n_frames):
        raise error
        yield

    monkeypatch.setitem(recorder.WRITERS, ".gif", writer)
    film = Recorder(tmp_path / "film.gif")
    film.add(pygame.Surface((4, 4)))
    film.finish()
    assert film.join(20)
    assert ("full" if isinstance(error, OSError) else kind(error)) in film.problem
    assert not list(tmp_path.iterdir())


def test_a_surprise(error, fails, tmp_path):
    fails(surprise, "surprise")
    made = Surprising(tmp_path, Code(1, 1))
    wait(lambda: made.done)
    assert kind(error) in made.problem
    assert not list(tmp_path.iterdir())


def test_the_judging_of_an_edited_level_goes_on_with_the_next_text(error, tmp_path, monkeypatch):
    def fail(*_args):
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(proof, "prove", fail)
        editing = Editing(Source(TEXT), tmp_path)
        wait(lambda: editing.up_to_date)
        assert kind(error) in editing.judged.faults[0]
    editing.change(TEXT.replace("..G", ".#G"))
    wait(lambda: editing.up_to_date)
    assert editing.judged.faults == ()
    editing.discard()
    editing.close(10)


def test_the_keeping_of_a_draft_goes_on_with_the_next_text(error, tmp_path, monkeypatch):
    def fail(*_args):
        raise error

    editing = Editing(Source(TEXT), tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(drafts, "keep", fail)
        editing.change(TEXT.replace("..G", ".#G"))
        wait(lambda: editing.problem)
        assert kind(error) in editing.problem
    editing.change(TEXT.replace("..G", "#.G"))
    wait(editing.draft.exists)
    editing.discard()
    editing.close(10)


def test_the_window_shows_that_the_learner_ended(start, monkeypatch):
    app = start(builtin_levels()["grid_4"])
    until(app, lambda: app.top.watching.shown is not None)

    def fail(*_args, **_kwargs):
        raise SystemExit

    monkeypatch.setattr(trainer.Trainer, "advance", fail)
    until(app, lambda: app.top.watching.status == "failed")
    assert "SystemExit" in app.top.watching.snapshot.message
    assert app.failures == []
