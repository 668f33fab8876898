"""The same seed gives the same replays: start, random moves and delays, whenever they are shown."""

from types import SimpleNamespace

import pytest

from game.presenters import watching as watching_module
from game.presenters.crashing import best_labels
from game.presenters.level_loader import prepared
from game.presenters.watching import Watching
from learner.core import rollout
from levels.text.reader import read_file

LATE = """
format: 1
name: Two starts
map: |
  ..G..
  =====
  .S.S.
actions: [right, up, left, down, wait]
obstacles:
  - {kind: lane, look: car, row: 1, direction: left, loop: 9, at: [4], late: 2}
"""


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    path = tmp_path_factory.mktemp("levels") / "late.yaml"
    path.write_text(LATE, encoding="utf-8")
    return prepared(path, read_file(path))


@pytest.fixture
def replays(opened, monkeypatch):
    """The first replays of a seed, with a policy that is as good as can be."""
    opening = SimpleNamespace(result=opened, close=lambda _patience: None)
    monkeypatch.setattr(watching_module, "LevelLoader", lambda _path: opening)

    def shown(seed, dead_end=None):
        watching = Watching(opened.path, seed)
        watching.snapshot = SimpleNamespace(
            status="running",
            dead_end=dead_end,
            epsilon=0.5,
            episodes=1,
            labels=best_labels(opened),
            q=opened.optimal.q_star,
        )
        watching.exploring, found = True, []
        for _ in range(12):
            watching.next_rollout()
            shown, delays = watching.shown.rollout, watching.playback.delays
            found.append((shown.states, shown.random, [delays.at(tick) for tick in range(9)]))
        watching.close(30)
        return found

    return shown


def test_the_same_seed_shows_the_same_replays_of_several_starts(replays):
    first = replays(3)
    assert replays(3) == first != replays(4)
    assert len({states[0] for states, _, _ in first}) == 2
    assert len({str(delays) for _, _, delays in first}) > 1  # each has its own


def test_what_was_shown_before_does_not_change_a_replay(replays, monkeypatch):
    """Greedy replays draw no random moves; the delays and starts after them are the same."""
    exploring = replays(3)
    really = rollout.play
    monkeypatch.setattr(rollout, "play", lambda *args, **more: really(*args, **{**more, "epsilon": 0.0}))
    greedy = replays(3)
    assert [(states[0], delays) for states, _, delays in greedy] == [
        (states[0], delays) for states, _, delays in exploring
    ]


def test_the_last_moves_of_learning_have_late_traffic_too(replays):
    """They begin amid the period, so on late traffic somewhere up to two ticks late."""
    dead_end = SimpleNamespace(trace=((4, (2, 1)), (5, (2, 0))), phase=5, tick=5)
    assert {delays[0] for _, _, delays in replays(3, dead_end)} == {(0,), (1,), (2,)}
