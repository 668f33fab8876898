"""Trainer: tables, settings and a seed; `advance` learns, `snapshot` shows. No threads, no clock."""

import numpy as np
from numpy.typing import NDArray

from learner.core import kernel, packed
from learner.core.arrays import build_history, build_tables, empty_memory, frozen
from learner.core.commands import Changes, SetLearning, StopAt
from learner.core.dead_end import DeadEnd, name_dead_end
from learner.core.diagnostics import copy_out, errors, greedy_steps, optimal_states
from learner.core.rng import splitmix64
from learner.core.settled import unsettled_start
from learner.core.snapshot import Snapshot, Status
from levels.model.level import Learning, Level
from levels.model.mdp import Mdp
from levels.proof.optimal_values import OptimalValues
from levels.proof.safety import SafeActions

_NO_LIMIT = 1 << 62
HARVEST = 1_000_000_000
"""Transitions after which recent visits are added to the totals; 32 bits count four times as far."""
MOST_MEASURED = 128
"""Distances to Q* that `advance` finds at most before it finds them half as often."""


class DeadEndError(Exception):
    """The agent stands in a state, not a goal, where no action is allowed.

    Only the one-step set of the paper's Definition 1 leads into one; it is reported, never hidden.

    Attributes:
        state: the dead end.
        tick: transitions of the episode until it was there.
        trace: the last states of the episode on the path there, oldest first, the dead end last.
    """

    def __init__(self, mdp: Mdp, trace: tuple[int, ...], tick: int) -> None:
        self.state, self.trace, self.tick = trace[-1], trace, tick
        row, col = mdp.cell(self.state)
        super().__init__(
            f"dead end at row {row}, column {col}, phase {mdp.phase(self.state)} of {mdp.period}: "
            "every action there violates a constraint"
        )

    def named(self, level: Level, mdp: Mdp, safe: SafeActions) -> DeadEnd:
        """Name it with what closes each action there and the path that led there."""
        return name_dead_end(level, mdp, safe, self.trace, self.tick)


class Trainer:
    """Algorithm 1 on a level's tables.

    Same tables, settings and seed give the same values to the last bit, however the work is sliced; so do the
    same changes of settings at the same transitions.

    Attributes:
        mdp, safe: what it was made from.
        began_with: the settings before the first transition.
        learning: the settings in use.
        changes: what led from one to the other.
        tables, memory: the arrays of the compiled loop; −∞ in them marks actions that are not allowed.
            Everybody but the learner's own modules reads `snapshot` instead.
    """

    def __init__(self, mdp: Mdp, safe: SafeActions, learning: Learning, seed: int) -> None:
        self.mdp = mdp
        self.safe = safe
        self.learning = self.began_with = learning
        self.changes: Changes = ()
        self.tables = build_tables(mdp, safe)
        self.memory = empty_memory(mdp, safe, learning.epsilon, splitmix64(seed))
        kernel.begin(self.tables, self.memory)

    @property
    def episodes(self) -> int:
        """Episodes finished."""
        return int(self.memory.counters[packed.EPISODES])

    @property
    def transitions(self) -> int:
        """Transitions made."""
        return int(self.memory.counters[packed.TRANSITIONS])

    @property
    def violations(self) -> int:
        """Episodes that ended in a crash, or in a dead end where the tables call it a violation."""
        return int(self.memory.counters[packed.VIOLATIONS])

    @property
    def dead_ends(self) -> int:
        """Those of `violations` that ended in a dead end; here every one is a crash."""
        return 0

    @property
    def first_goal_episode(self) -> int | None:
        """Number, from 1, of the first episode that reached the goal."""
        return int(self.memory.counters[packed.FIRST_GOAL_EPISODE]) or None

    @property
    def converged_episode(self) -> int | None:
        """Number, from 1, of the first episode that converged by the stopping rule of `learning`."""
        return int(self.memory.counters[packed.CONVERGED_EPISODE]) or None

    @property
    def epsilon(self) -> float:
        """The ε in use, after its decay so far."""
        return float(self.memory.scalars[packed.EPSILON])

    def change(self, settings: SetLearning) -> None:
        """Learn with other settings from the next transition on; the episode goes on.

        `changes` keeps what is new in them. Before the first transition they are those the run began with.
        With another γ the optimum is another one, and with another β or γ the stopping rule asks for
        something else: a run that had converged has to converge again.

        Raises:
            ValueError: γ = 1 where a step costs nothing, which defines no shortest path.
        """
        in_use = {**self.learning.model_dump(), "epsilon": self.epsilon}
        given = settings.model_dump(exclude_none=True)
        new = {name: value for name, value in given.items() if value != in_use[name]}
        if new.get("discount") == 1.0 and self.mdp.step_reward == 0.0:
            raise ValueError(
                "with a reward only at the goal, a discount of 1 does not define a shortest path"
            )
        if not new:
            return
        change = SetLearning(**new)
        self.learning = change.applied(self.learning)
        if change.epsilon is not None:
            self.memory.scalars[packed.EPSILON] = change.epsilon
        if change.learning_rate is not None or change.discount is not None:
            self.memory.counters[packed.CONVERGED_EPISODE] = 0
        if self.transitions:
            self.changes = (*self.changes, (self.transitions, change))
        else:
            self.began_with = self.learning

    def advance(
        self,
        n_transitions: int | None = None,
        *,
        stop: StopAt = "budget",
        n_episodes: int | None = None,
        stop_at_marks: bool = False,
        optimal: OptimalValues | None = None,
    ) -> None:
        """Learn until a budget is used up.

        Args:
            n_transitions: budget of transitions, None for no limit.
            stop: "episode" also stops at the end of the episode, "converged" at the episode that converges,
                and at once if that was earlier. Without a limit of transitions or episodes "converged" may
                never return.
            n_episodes: budget of episodes ended in this call, None for no limit.
            stop_at_marks: also stop at the end of the first goal's episode, and of the one that converges.
            optimal: solved for the discount in use; the chart then has the distance to its Q*, found now and
                then, at the same transitions however the work is sliced. Learning does not notice.

        Raises:
            DeadEndError: the agent arrived where no action is allowed; so does every later call.
            ValueError: nothing limits the call, or a budget is below 0.
        """
        if n_transitions is None and n_episodes is None and stop == "budget":
            raise ValueError("advance needs a number of transitions or episodes, or a stop")
        for budget in (n_transitions, n_episodes):
            if budget is not None and budget < 0:
                raise ValueError(f"a budget of {budget} can't be used up: give 0 or more")
        if stop == "episode":
            n_episodes = 1
        if n_episodes == 0 or (stop == "converged" and self.converged_episode is not None):
            return
        memory = self.memory
        stop_at = 0
        if stop_at_marks and self.first_goal_episode is None:
            stop_at = packed.FIRST_GOAL_EPISODE  # nothing converges earlier
        elif (stop_at_marks or stop == "converged") and self.converged_episode is None:
            stop_at = packed.CONVERGED_EPISODE
        left = _NO_LIMIT if n_transitions is None else n_transitions
        last_episode = self.episodes + (_NO_LIMIT if n_episodes is None else n_episodes)
        over = False
        while not over:
            before = self.transitions
            part = min(left, HARVEST - before % HARVEST)
            every = self._measured_every()
            if optimal is not None:
                part = min(part, every - before % every)
            alive = self._run(part, last_episode - self.episodes, stop_at)
            if self.transitions % HARVEST == 0:
                recent = memory.state_flags.view(np.uint32)[packed.RECENT :: packed.NUMBERS]
                memory.visits[:] += recent
                recent[:] = 0
            if not alive:
                raise DeadEndError(self.mdp, self._trace(), int(memory.counters[packed.EPISODE_STEPS]))
            done = self.transitions - before
            left -= done
            over = done < part or left == 0 or self.episodes == last_episode
            over |= bool(stop_at and memory.counters[stop_at])
            if optimal is not None and self.transitions % every == 0:
                self._measure(optimal)

    def _run(self, max_transitions: int, max_episodes: int, stop_at: int) -> bool:
        """Run the compiled loop, as `kernel.advance`; a learner of `learner.baselines` has one of its own."""
        rules = packed.rules_of(self.learning)
        return kernel.advance(self.tables, self.memory, rules, max_transitions, max_episodes, stop_at)

    def _measured_every(self) -> int:
        """Transitions from one of the chart's distances to the next: as many as there are states at first.

        Finding one takes a look at every state, which is then a small part of the work.
        """
        every = self.mdp.n_states
        while every * MOST_MEASURED <= self.transitions:
            every *= 2
        return every

    def _measure(self, optimal: OptimalValues) -> tuple[float, float]:
        """Give the largest distance to Q*, which the chart remembers, and the largest Bellman residual."""
        memory, used = self.memory, self.memory.counters[packed.BUCKETS_USED]
        largest, residual = errors(self.tables, memory, self.learning.discount, optimal.q_star)
        if used:
            memory.chart[used - 1, packed.Q_ERROR] = largest
        return float(largest), float(residual)

    def labels(self) -> NDArray[np.int8]:
        """(n_states,) read-only copy: the column of each state's label, −1 where no action is allowed."""
        flags = self.memory.state_flags.reshape(-1, int(packed.FLAG_BYTES))[:-1]
        has_choice = flags[:, packed.N_CHOICES] > 0
        return frozen(np.where(has_choice, flags[:, packed.LABEL].astype(np.int8), np.int8(-1)))

    def greedy_steps(self, starts: NDArray[np.int64]) -> NDArray[np.int64]:
        """(n,) transitions of the greedy rollout from each state to a goal, −1 if it reaches none."""
        return greedy_steps(self.tables, self.memory, starts)

    def unsettled_start(self) -> int | None:
        """Give a start state whose greedy path has not settled (`learner.core.settled`); None if all have."""
        place = unsettled_start(self.tables, self.memory, packed.rules_of(self.learning), 0)
        return None if place < 0 else int(self.tables.starts[place])

    def warm_up(self, optimal: OptimalValues) -> None:
        """Compile, or load from the cache, all that `advance` and `snapshot` run; learns nothing."""
        self.advance(0)
        self.snapshot(optimal)

    def snapshot(
        self,
        optimal: OptimalValues,
        *,
        version: int = 0,
        status: Status = "paused",
        message: str = "",
        transitions_per_second: float = 0.0,
    ) -> Snapshot:
        """Freeze what has been learned, compared with the optimum; the chart remembers the distance to Q*.

        `optimal` has to be solved for the discount in use.
        """
        tables, memory, counters = self.tables, self.memory, self.memory.counters
        largest, residual = self._measure(optimal)
        first = np.array(self.mdp.starts, dtype=np.int64)
        begun = np.concatenate([first, tables.starts])
        steps = self.greedy_steps(begun)
        shortest = optimal.steps_to_goal[begun]
        start_steps, nearest = steps[: len(first)], int(np.argmin(shortest[: len(first)]))
        n_paths = len(optimal.nearest_first)
        n_right = optimal_states(tables, memory, optimal.steps_to_goal, optimal.nearest_first)
        q = np.empty(self.safe.allowed.shape)
        labels = np.empty(len(q), dtype=np.int8)
        visits = np.empty(len(q), dtype=np.int64)
        copy_out(memory, q, labels, visits)
        return Snapshot(
            version=version,
            status=status,
            message=message,
            q=frozen(q),
            labels=frozen(labels),
            visits=frozen(visits),
            class_counts=frozen(memory.class_counts.copy()),
            state=int(counters[packed.STATE]),
            episode_steps=int(counters[packed.EPISODE_STEPS]),
            episodes=self.episodes,
            transitions=self.transitions,
            violations=self.violations,
            epsilon=self.epsilon,
            learning=self.learning,
            began_with=self.began_with,
            changes=self.changes,
            optimum=optimal,
            first_goal_episode=self.first_goal_episode,
            converged_episode=self.converged_episode,
            largest_q_error=largest,
            bellman_residual=residual,
            start_steps=frozen(start_steps),
            rollout_steps=None if start_steps[nearest] < 0 else int(start_steps[nearest]),
            detour=None if (steps < 0).any() else int((steps - shortest).max()),
            optimal_states=n_right / n_paths if n_paths else np.nan,
            transitions_per_second=transitions_per_second,
            history=build_history(memory),
        )

    def _trace(self) -> tuple[int, ...]:
        """The last states of the episode and the present one, oldest first."""
        steps = int(self.memory.counters[packed.EPISODE_STEPS])
        kept = range(max(0, steps - packed.TRACE_LENGTH), steps)
        past = tuple(int(self.memory.trace[step % packed.TRACE_LENGTH]) for step in kept)
        return (*past, int(self.memory.counters[packed.STATE]))
