"""The same seed gives the same replays: start, random moves and delays, whenever they are shown."""

import time
from types import SimpleNamespace

import pytest

from game.presenters.crashing import best_labels
from game.presenters.watching import Watching
from learner.core import rollout

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


@pytest.fixture
def replays(tmp_path):
    """The first replays of a seed; so many random numbers are drawn by others meanwhile."""
    path = tmp_path / "late.yaml"
    path.write_text(LATE, encoding="utf-8")

    def shown(seed):
        watching = Watching(path, seed)
        end = time.perf_counter() + 60
        while watching.opened is None:
            assert time.perf_counter() < end
            time.sleep(0.005)
        opened = watching.opened
        watching.snapshot = SimpleNamespace(
            status="running",
            dead_end=None,
            epsilon=0.5,
            episodes=1,
            labels=best_labels(opened),
            q=opened.optimal.q_star,
        )
        watching.exploring, found = True, []
        for _ in range(8):
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
