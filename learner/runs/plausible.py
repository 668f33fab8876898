"""Whether saved tables can come from learning on this level: each table, and all of them with one another."""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from learner.core import packed
from learner.core.trainer import HARVEST, Trainer

Saved = Mapping[str, NDArray[Any]]
"""Arrays of a `Memory` by their names, each with the shape and the type it has there."""
COUNTERS = {
    "episodes": packed.EPISODES,
    "transitions": packed.TRANSITIONS,
    "violations": packed.VIOLATIONS,
    "state": packed.STATE,
    "episode steps": packed.EPISODE_STEPS,
    "first goal's episode": packed.FIRST_GOAL_EPISODE,
    "converged episode": packed.CONVERGED_EPISODE,
    "episodes a bucket": packed.BUCKET_WIDTH,
    "buckets": packed.BUCKETS_USED,
    "start that failed": packed.FAILED_START,
    "next pass over the starts": packed.NEXT_PASS,
}
"""The names of the counters in messages."""
ROUNDING = 1e-6
"""Relative error that a sum over a thousand million episodes may have."""


def contradictions(saved: Saved, trainer: Trainer) -> Iterator[str]:
    """Yield each value that learning on this level can't have produced.

    Args:
        saved: the tables; nothing is known of them but their shapes and types.
        trainer: a fresh one on the level, with the settings of the save and their changes.
    """
    for find in (_values, _state_flags, _counters, _changes, _visits, _episode, _chart, _marks, _scalars):
        found = list(find(saved, trainer))
        yield from found
        if found:
            return  # what comes next relies on what was looked at before


def _values(saved: Saved, trainer: Trainer) -> Iterator[str]:
    allowed = trainer.safe.allowed
    q = saved["q"].reshape(len(allowed) + 1, -1)
    if not np.array_equal(np.isneginf(saved["q"]), np.isneginf(trainer.memory.q)):
        yield "the values say that other actions are allowed"
    if not (np.isneginf(q) | np.isfinite(q)).all():
        yield "a value is no finite number"
    if q[:-1][~allowed.any(axis=1), 0].any() or q[-1][np.isfinite(q[-1])].any():
        yield "a goal, a dead end or the crash has a value other than 0"
    # Values begin at 0, and each transition adds at most one reward to the sum that they stand for.
    made = float(max(saved["counters"][packed.TRANSITIONS], 0)) * (1 + ROUNDING)
    rewards, values = trainer.mdp.reward[allowed], q[:-1][allowed]
    if (values < made * rewards.min(initial=0.0)).any() or (values > made * rewards.max(initial=0.0)).any():
        yield "a value is beyond what the rewards of all transitions add up to"


def _state_flags(saved: Saved, trainer: Trainer) -> Iterator[str]:
    allowed = trainer.safe.allowed
    state_flags, q = _flags_of(saved), saved["q"].reshape(len(allowed) + 1, -1)
    kinds = [packed.KIND, packed.N_CHOICES]
    if not np.array_equal(
        state_flags[:, kinds], _flags_of({"state_flags": trainer.memory.state_flags})[:, kinds]
    ):
        yield "goals, dead ends or numbers of allowed actions differ"
        return
    labels, has_choice = state_flags[:-1, packed.LABEL], allowed.any(axis=1)
    # Labels are among the best, and so among the allowed: what is not allowed is worth −∞.
    if not (labels < allowed.shape[1]).all() or labels[~has_choice].any() or state_flags[-1, packed.LABEL]:
        yield "a label is no action of its state"
    elif not (q[np.arange(len(allowed)), labels] == q[:-1].max(axis=1)).all():
        yield "a label is not among the best actions of its state"
    tried = state_flags[:, packed.TRIED]
    if (tried & ~np.append(_bits(allowed), np.uint8(0))).any():
        yield "an action was tried that is not allowed"
    untried = allowed & ~np.unpackbits(
        tried[:-1, None], axis=1, count=allowed.shape[1], bitorder="little"
    ).astype(bool)
    if q[:-1][untried].any():
        yield "an action has a value that was never tried"


def _counters(saved: Saved, trainer: Trainer) -> Iterator[str]:
    counters, mdp, allowed = saved["counters"], trainer.mdp, trainer.safe.allowed
    if (counters < 0).any():
        named = {place: name for name, place in COUNTERS.items()}
        worst = int(counters.argmin())
        yield f"{named.get(worst, f'counter {worst}')} is {counters[worst]:,}, below 0"
        return
    of = {name: int(counters[place]) for name, place in COUNTERS.items()}
    if of["state"] >= len(allowed) or _flags_of(saved)[of["state"], packed.KIND] not in (0, packed.DEAD_END):
        yield f"state is {of['state']:,}, where no episode goes on"
        return
    breaking = np.append(mdp.violation, True)[mdp.next_state] & allowed
    if of["violations"] and not breaking.any():
        yield f"violations is {of['violations']:,}, but no allowed action violates a constraint"
    elif of["violations"] > of["episodes"]:
        yield f"violations is {of['violations']:,}, in {of['episodes']:,} episodes"
    # A dead end is met before the limit is.
    limit = trainer.learning.episode_limit - 1
    limit += _flags_of(saved)[of["state"], packed.KIND] == packed.DEAD_END
    if of["episode steps"] > limit:
        yield f"episode steps is {of['episode steps']:,}, beyond the limit"
    if of["episode steps"] > of["transitions"]:
        yield f"episode steps is {of['episode steps']:,}, but transitions is {of['transitions']:,}"
    n_starts = sum(map(len, trainer.safe.starts))
    if of["start that failed"] >= n_starts:
        yield f"start that failed is {of['start that failed']:,}, of {n_starts:,}"
    if of["next pass over the starts"] > (of["transitions"] + mdp.n_states if n_starts > 1 else 0):
        yield f"next pass over the starts is {of['next pass over the starts']:,}, too far ahead"
    if of["episodes"] > of["transitions"]:
        yield f"episodes is {of['episodes']:,}, but transitions is {of['transitions']:,}"


def _changes(saved: Saved, trainer: Trainer) -> Iterator[str]:
    course = [1, *(at for at, _ in trainer.changes), int(saved["counters"][packed.TRANSITIONS])]
    if trainer.changes and course != sorted(course):
        yield "settings were changed at transitions that were not made"
    elif any(not change.model_dump(exclude_none=True) for _, change in trainer.changes):
        yield "a change of settings changes none"


def _visits(saved: Saved, trainer: Trainer) -> Iterator[str]:
    counters, safe = saved["counters"], trainer.safe
    transitions, episodes = int(counters[packed.TRANSITIONS]), int(counters[packed.EPISODES])
    recent = saved["state_flags"].view(np.uint32)[packed.RECENT :: packed.NUMBERS].astype(np.int64)
    older = saved["visits"]
    if (older < 0).any():
        yield "a state was visited less than never"
        return
    if recent.sum() != transitions % HARVEST or older.sum() != transitions // HARVEST * HARVEST:
        yield f"transitions is {transitions:,}, but visits add up to {int(recent.sum() + older.sum()):,}"
    visits, tried = recent + older, _flags_of(saved)[:, packed.TRIED]
    if visits[-1] or visits[:-1][~(safe.reachable & safe.allowed.any(axis=1))].any():
        yield "visits are counted where the agent can't have been"
    starts = np.concatenate(safe.starts)
    begun = episodes + (counters[packed.EPISODE_STEPS] > 0)
    if visits[starts].sum() < begun:
        yield f"episodes is {episodes:,}, but the starts have {int(visits[starts].sum()):,} visits"
    n_tried = np.unpackbits(tried[:, None], axis=1).sum(axis=1)
    if (n_tried > visits).any():
        yield "more actions were tried in a state than it has visits"
    # Nothing is learned from the transition into a dead end, with which learning ends.
    silent = np.flatnonzero((visits > 0) & (n_tried == 0))
    in_dead_end = _flags_of(saved)[counters[packed.STATE], packed.KIND] == packed.DEAD_END
    if len(silent) > int(in_dead_end) or (visits[silent] > 1).any():
        yield "a state has visits, but no action was tried there"


def _episode(saved: Saved, trainer: Trainer) -> Iterator[str]:
    """The path of the current episode: from a start on, by allowed actions."""
    counters, trace, mdp, safe = saved["counters"], saved["trace"], trainer.mdp, trainer.safe
    if (trace >= mdp.n_states).any():
        yield "the trace has states that there are not"
        return
    steps = int(counters[packed.EPISODE_STEPS])
    kept = range(max(0, steps - packed.TRACE_LENGTH), steps)
    way = [*(int(trace[step % packed.TRACE_LENGTH]) for step in kept), int(counters[packed.STATE])]
    if steps <= packed.TRACE_LENGTH and way[0] not in np.concatenate(safe.starts):
        yield f"the episode begins in state {way[0]:,}, which is no start"
    for here, there in pairwise(way):
        if there not in mdp.next_state[here][safe.allowed[here]]:
            yield f"no allowed action leads from state {here:,} to state {there:,}"
            return


def _chart(saved: Saved, trainer: Trainer) -> Iterator[str]:
    counters = saved["counters"]
    episodes, width, used = (
        int(counters[place]) for place in (packed.EPISODES, packed.BUCKET_WIDTH, packed.BUCKETS_USED)
    )
    if width < 1 or width & (width - 1):
        yield f"episodes a bucket is {width:,}, no power of two"
        return
    # All of them are full but the last one, and once they hold more than one episode half are in use.
    least = packed.N_BUCKETS // 2 + 1 if width > 1 else 0
    if used != -(-episodes // width) or not least <= used <= packed.N_BUCKETS:
        yield f"buckets is {used:,}, for {episodes:,} episodes and {width:,} a bucket"
        return
    rows = saved["chart"][:used]
    number, steps, goals = (
        rows[:, column] for column in (packed.BUCKET_EPISODES, packed.STEPS_SUM, packed.BUCKET_GOALS)
    )
    full = np.full(used, width)
    full[-1:] = episodes - width * (used - 1)
    if not np.array_equal(number, full):
        yield "the chart's buckets have other numbers of episodes than they have to"
        return
    if not ((goals >= 0) & (goals <= number) & (goals % 1 == 0)).all():
        yield "the chart's goals are not among its episodes"
    made = int(counters[packed.TRANSITIONS] - counters[packed.EPISODE_STEPS])
    if steps.sum() != made:
        yield f"transitions of finished episodes are {made:,}, but {steps.sum():,.0f} in the chart"
    if (
        not _between(rows, packed.STEPS_MIN, packed.STEPS_SUM, packed.STEPS_MAX).all()
        or not (
            (rows[:, packed.STEPS_MIN] >= 1) & (rows[:, packed.STEPS_MAX] <= trainer.learning.episode_limit)
        ).all()
    ):
        yield "the chart's episodes have impossible lengths"
    if not (_between(rows, packed.CHANGE_MIN, packed.CHANGE_SUM, packed.CHANGE_MAX)).all():
        yield "the chart's changes of values are impossible"
    q_error = rows[:, packed.Q_ERROR]
    if not (np.isnan(q_error) | ((q_error >= 0) & np.isfinite(q_error))).all():
        yield "the chart's distances to Q* are impossible"


def _marks(saved: Saved, trainer: Trainer) -> Iterator[str]:
    """The episodes of note, against the chart."""
    counters = saved["counters"]
    episodes, width = int(counters[packed.EPISODES]), int(counters[packed.BUCKET_WIDTH])
    first, converged = int(counters[packed.FIRST_GOAL_EPISODE]), int(counters[packed.CONVERGED_EPISODE])
    rows = saved["chart"][: counters[packed.BUCKETS_USED]]
    goals = rows[:, packed.BUCKET_GOALS]
    if (
        first > episodes
        or bool(first) != bool(goals.any())
        or (first and goals.nonzero()[0][0] != (first - 1) // width)
    ):
        yield f"first goal's episode is {first:,}, which the chart contradicts"
        return
    if not converged:
        return
    if not first or not first <= converged <= episodes:
        yield f"converged episode is {converged:,}, of {episodes:,}, and first goal's episode is {first:,}"
        return
    bucket = rows[(converged - 1) // width]
    if not bucket[packed.BUCKET_GOALS] or bucket[packed.CHANGE_MIN] >= trainer.learning.threshold:
        yield f"converged episode is {converged:,}, which the chart contradicts"


def _scalars(saved: Saved, _trainer: Trainer) -> Iterator[str]:
    scalars = saved["scalars"]
    epsilon, change = float(scalars[packed.EPSILON]), float(scalars[packed.EPISODE_CHANGE])
    if not 0.0 <= epsilon <= 1.0:
        yield f"ε is {epsilon:g}"
    if not 0.0 <= change < np.inf or (change and not saved["counters"][packed.EPISODE_STEPS]):
        yield f"the episode's change of values is {change:g}"
    if saved["rng"][0] == 0:
        yield "the generator's state is 0"


def _between(rows: NDArray[np.float64], low: int, total: int, high: int) -> NDArray[np.bool_]:
    """(n,) whether a bucket's least, mean and largest are finite, not below 0, and in this order."""
    n = rows[:, packed.BUCKET_EPISODES]
    least, most = n * rows[:, low], n * rows[:, high]
    ordered = (least * (1 - ROUNDING) <= rows[:, total]) & (rows[:, total] <= most * (1 + ROUNDING))
    kept: NDArray[np.bool_] = (
        ordered & (rows[:, low] >= 0) & (rows[:, low] <= rows[:, high]) & np.isfinite(most)
    )
    return kept


def _flags_of(saved: Saved) -> NDArray[np.uint8]:
    """(n_states + 1, FLAG_BYTES) the flags, a row a state."""
    state_flags: NDArray[np.uint8] = saved["state_flags"].reshape(-1, int(packed.FLAG_BYTES))
    return state_flags


def _bits(allowed: NDArray[np.bool_]) -> NDArray[np.uint8]:
    """(n_states,) the allowed actions of each state, a bit each, as TRIED has them."""
    return np.packbits(allowed, axis=1, bitorder="little")[:, 0]
