"""What the watch page says in plain words, for every state that replay and learning can be in."""

from types import SimpleNamespace

import pytest

from game.presenters.captions import (
    Crossing,
    best_on,
    captions_of,
    crossing_of,
    progress_of,
    replay_note,
    stage_line,
    stage_of,
)
from game.presenters.held import HOLD, Held

MASKED, BARE = SimpleNamespace(masked=True), SimpleNamespace(masked=False)
"""The SVM acts, with the mask and without."""
PROVING = SimpleNamespace(stage="finding the traps, 40%")


def watching(*, stands_in=False, **changes):
    """A level with two starts, best in 5 and in 7 steps; a replay from the second one gets across in 9."""
    rollout = SimpleNamespace(states=(1, 4, 2), actions=(0,) * 9, outcome="goal")
    shown = SimpleNamespace(rollout=rollout, episodes=1204, first_tick=None, exploring=False, svm=None)
    optimal = SimpleNamespace(steps_to_goal=[5, 7, 0, 3, 4])
    snapshot = SimpleNamespace(
        converged_episode=None, optimal=True, transitions=99, detour=None, start_steps=None
    )
    playback = SimpleNamespace(finished=False)
    state = SimpleNamespace(
        shown=shown,
        opened=SimpleNamespace(optimal=optimal),
        snapshot=snapshot,
        playback=playback,
        status="running",
        training_paused=False,
        moment=None,
        ahead=0,
        newest_steps=None,
        opening=SimpleNamespace(stage=""),
    )
    state.svm = SimpleNamespace(stands_in=stands_in)
    for name, value in changes.items():
        owner = next(part for part in (rollout, shown, snapshot, playback, state) if hasattr(part, name))
        setattr(owner, name, value)
    return state


@pytest.mark.parametrize(
    ("changes", "stage"),
    [
        ({"status": "opening"}, "preparing"),
        ({"status": "warming_up"}, "preparing"),
        ({"snapshot": None}, "preparing"),
        ({}, "practising"),
        ({"training_paused": True}, "paused"),
        ({"converged_episode": 900}, "learned"),
        ({"converged_episode": 900, "training_paused": True}, "learned"),
        ({"converged_episode": 900, "optimal": False}, "converged"),
        ({"status": "failed", "converged_episode": 900}, "failed"),
        ({"status": "stopped"}, "failed"),
    ],
)
def test_learned_means_converged_to_shortest_paths_and_stays(changes, stage):
    assert stage_of(watching(**changes)) == stage


@pytest.mark.parametrize(
    ("stage", "message", "line"),
    [
        ("learned", "", "nothing better is left to find"),
        ("converged", "", "on a path that is not the shortest"),
        ("failed", "", "learning cannot go on"),
        ("failed", "no disk", "no disk"),
    ],
)
def test_the_line_below_a_stage(stage, message, line):
    assert stage_line(stage, SimpleNamespace(message=message)) == line
    if not message:
        assert stage_line(stage, None) == line


@pytest.mark.parametrize(
    ("changes", "crossing"),
    [
        ({}, Crossing(9, 7, "Crosses in 9 steps")),
        ({"states": (0, 2), "actions": (0,)}, Crossing(1, 5, "Crosses in 1 step")),
        ({"outcome": "loop"}, Crossing(None, 7, "Does not get across yet")),
        ({"outcome": "limit"}, Crossing(None, 7, "Does not get across yet")),
        ({"outcome": "loop", "newest_steps": 7}, Crossing(None, 7, "Did not get across then")),
        ({"outcome": "dead_end"}, Crossing(None, 7, "Ends where no move is safe")),
        ({"first_tick": 3}, Crossing(None, None, "Ends where no move is safe")),
        ({"shown": None}, Crossing(None, None, "No crossing yet")),
        ({"opened": None}, Crossing(None, None, "No crossing yet")),
        ({"svm": MASKED}, Crossing(None, 7, "The SVM: across in 9 steps")),
        ({"svm": MASKED, "outcome": "loop"}, Crossing(None, 7, "The SVM: not across")),
        ({"svm": MASKED, "outcome": "dead_end"}, Crossing(None, 7, "The SVM: no move is safe")),
        ({"svm": BARE, "outcome": "crash"}, Crossing(None, 7, "The SVM: a crash after 9 steps")),
    ],
)
def test_the_crossing_is_of_the_replays_own_start(changes, crossing):
    assert crossing_of(watching(**changes)) == crossing


@pytest.mark.parametrize(
    ("changes", "caption", "brief"),
    [
        ({"shown": None}, "No replay yet", "No replay yet"),
        ({"episodes": 0}, "Replay of what it knew before learning", "Before learning"),
        ({"episodes": 1}, "Replay of what it knew after 1 practice run", "After 1 run"),
        ({}, "Replay of what it knew after 1,204 practice runs", "After 1,204 runs"),
        ({"converged_episode": 1205}, "Replay of what it knew after 1,204 practice runs", "After 1,204 runs"),
        ({"converged_episode": 1204}, "The path it has learned", "As learned"),
        ({"first_tick": 3}, "The last moves of learning", "Last moves"),
        ({"svm": MASKED}, "The SVM acts, not the learner: with the mask", "The SVM acts"),
        ({"svm": BARE}, "The SVM acts, not the learner: without the mask", "The SVM acts"),
    ],
)
def test_the_caption_says_which_knowledge_is_replayed(changes, caption, brief):
    captions = captions_of(watching(**changes))
    assert (captions[0], captions[-1]) == (caption, brief)
    assert list(captions) == sorted(captions, key=len, reverse=True)


@pytest.mark.parametrize(
    ("changes", "note"),
    [
        ({}, ("Replay", "learning goes on meanwhile")),
        ({"training_paused": True}, ("Replay", "learning is paused")),
        ({"converged_episode": 9}, ("Learned", "replaying its path")),
        ({"status": "failed"}, ("Learning has stopped", "the board shows where")),
        ({"snapshot": None}, ("Getting ready", "learning starts in a moment")),
        ({"snapshot": None, "opened": None, "opening": PROVING}, ("Getting ready", "finding the traps, 40%")),
        ({"snapshot": None, "opening": PROVING}, ("Getting ready", "learning starts in a moment")),
        ({"moment": object()}, ("From the past", "learning goes on meanwhile")),
        ({"moment": object(), "training_paused": True}, ("From the past", "learning is paused")),
        ({"moment": object(), "converged_episode": 9}, ("From the past", "it has learned since")),
        ({"ahead": 1}, ("Looking ahead", "1 step from now")),
        ({"ahead": 3, "moment": object()}, ("Looking ahead", "3 steps from now")),
        ({"finished": True}, ("Replay", "learning goes on meanwhile")),
        ({"finished": True, "outcome": "loop"}, ("Replay over", "it goes in circles")),
        ({"finished": True, "outcome": "limit"}, ("Replay over", "it has not got across in time")),
        ({"finished": True, "outcome": "dead_end"}, ("Replay over", "no move is safe here")),
        ({"finished": True, "outcome": "crash"}, ("Replay over", "it has crashed")),
        ({"outcome": "loop"}, ("Replay", "learning goes on meanwhile")),
        ({"svm": MASKED}, ("The SVM acts", "not the learner · with the mask")),
        ({"svm": BARE}, ("The SVM acts", "not the learner · without the mask it may crash")),
        ({"svm": BARE, "finished": True, "outcome": "crash"}, ("The SVM acts", "it has crashed")),
        ({"svm": MASKED, "ahead": 1}, ("Looking ahead", "1 step from now")),
    ],
)
def test_the_note_says_what_kind_of_picture_the_board_is(changes, note):
    assert replay_note(watching(**changes)) == note
    assert replay_note(watching(**changes), fitting=True)[0] == "Fitting the SVM"


def test_the_note_says_that_the_closed_form_acts_while_the_svm_is_fitted():
    note = "The SVM acts", "the closed form, until the fit is there"
    assert replay_note(watching(svm=MASKED, stands_in=True), fitting=True) == note
    assert replay_note(watching(stands_in=True), fitting=True)[0] == "Fitting the SVM"


@pytest.mark.parametrize(
    ("changes", "progress"),
    [
        ({"converged_episode": 1204}, "Converged in episode 1,204"),
        ({"detour": 0}, "Greedy paths are shortest, not converged yet"),
        ({"detour": 1}, "Greedy paths are up to 1 step too long"),
        ({"transitions": 0}, "Nothing learned yet"),
    ],
)
def test_details_say_it_in_the_papers_words(changes, progress):
    assert progress_of(watching(**changes)) == progress
    past = progress_of(watching(**changes, moment=object()))
    assert past == f"Now: {progress[0].lower()}{progress[1:]}"


def test_a_value_is_held_until_another_one_has_lasted():
    held = Held("practising")
    held.follow("paused", 0.1)
    held.follow("paused", HOLD - 0.1)
    assert held.shown == "practising"
    held.follow("practising", 0.1)  # it flickers: the time begins anew
    held.follow("paused", 0.1)
    held.follow("paused", HOLD - 0.1)
    assert held.shown == "practising"
    held.follow("paused", 0.1)
    assert held.shown == "paused"


def test_what_was_asked_for_is_shown_at_once():
    held = Held("practising")
    held.follow("paused", 0.0, at_once=True)
    assert held.shown == "paused"


def test_on_a_late_level_the_best_is_only_guaranteed(make_level):
    lane = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [2]}
    best = [best_on(make_level(["G..", "===", "S.."], obstacles=[lane | {"late": k}])) for k in (0, 1)]
    assert best == ["best possible", "best guaranteed"]
