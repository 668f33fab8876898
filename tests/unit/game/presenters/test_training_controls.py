"""What watching and comparing share: pause, pace, holding, errands, and what they say of it."""

import pytest

from game.presenters.comparing import Comparing
from game.presenters.level_loader import prepared
from game.presenters.pace import RATES
from game.presenters.watching import Watching
from game.screens.training import STATUS
from learner.core.commands import Advance, Pause, Resume, SetRate
from levels.text.reader import builtin_levels, read_file

PATH = builtin_levels()["grid_4"]


class Silent:
    """Stands for the thread: notes what it is told."""

    def __init__(self):
        self.sent = []
        self.begun = False

    def start(self):
        self.begun = True

    def send(self, command):
        self.sent.append(command)

    def stop(self, _patience):
        return True


@pytest.fixture(scope="module")
def opened():
    return prepared(PATH, read_file(PATH))


@pytest.fixture(params=["watching", "comparing"])
def training(request, opened):
    training = Watching(PATH) if request.param == "watching" else Comparing(opened)
    yield training
    training.close(10)


@pytest.fixture
def begun(training, opened, monkeypatch):
    """It has begun; the thread is silent, and `made` are the words with which each was made."""
    made = []

    def thread_for(_opened, *, paused):
        made.append((training.rate, paused))
        return Silent()

    monkeypatch.setattr(training, "_thread_for", thread_for)
    training._begin(opened)
    training.made = made
    return training


def test_it_begins_at_the_levels_pace_and_at_once(begun):
    assert begun.made == [(float(RATES[begun.rate_index]), False)]
    assert begun.thread.begun
    assert begun.rate_index > 0


def test_pause_and_pace_are_sent(begun):
    begun.toggle_training()
    begun.toggle_training()
    begun.set_pace(5, unlimited=False)
    begun.set_pace(5, unlimited=True)
    begun.set_pace(10**6, unlimited=False)
    begun.set_pace(-1, unlimited=False)
    assert begun.thread.sent == [
        *(Pause(), Resume()),
        *(SetRate(float(RATES[5])), SetRate(None), SetRate(float(RATES[-1])), SetRate(float(RATES[0]))),
    ]
    assert not begun.training_paused


def test_an_errand_leaves_it_paused(begun):
    begun.train_on(3)
    assert begun.training_paused
    begun.train_on(stop="episode")
    assert begun.thread.sent == [Advance(3), Advance(None, "episode")]


def test_before_there_is_a_thread_an_errand_is_no_matter(training):
    for paused in (False, True):
        training.training_paused = paused
        training.train_on(3)
        assert training.training_paused is paused


def test_held_it_waits_and_goes_on_as_it_was(begun):
    begun.hold(held=True)
    begun.hold(held=True)
    begun.hold(held=False)
    assert begun.thread.sent == [Pause(), Resume()]
    begun.toggle_training()
    begun.hold(held=True)
    begun.hold(held=False)
    assert begun.thread.sent[2:] == [Pause(), Pause()]


def test_what_begins_held_or_paused_begins_by_waiting(begun, opened):
    begun.hold(held=True)
    begun._start(opened)
    begun.hold(held=False)
    begun.toggle_training()
    begun._start(opened)
    begun.toggle_training()
    begun._start(opened)
    assert [paused for _, paused in begun.made] == [False, True, True, False]


def test_there_are_words_for_whatever_it_is_doing(begun):
    assert begun.status == "warming_up"
    begun.thread = None
    assert begun.status == "opening"
    assert set(STATUS) == {"opening", "warming_up", "running", "paused", "failed", "stopped"}
