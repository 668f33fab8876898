"""A person crossing the level: moves, refusals, the beat, and the learned agent beside them. No pygame.

Time comes in through `advance(dt)`. A tick happens when a move is made, as in learning: the traffic moves
while the person does. In real time a tick happens at every beat, with or without a key: from the first key on
the person waits if the level allows it; otherwise a move is made for them, and the window says so.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from game.presenters.crashing import Hit, Trap, landing_of, trap_of
from game.presenters.playback import delays_of, hop_share
from levels.model.board import Action, Cell

if TYPE_CHECKING:  # the tables' modules bring numba along
    from game.presenters.level_loader import LoadedLevel
    from levels.proof.reasons import Reason

BEATS: tuple[float, ...] = (1.2, 0.9, 0.7, 0.5, 0.35, 0.25)
"""Selectable beats of real time [s/tick], slow to fast."""
MOVE_SECONDS = 0.22
"""Duration of a tick on screen when playing move by move [s]; in real time at most a beat."""
LONGEST_ADVANCE = 0.1
"""Maximum time between two frames that counts [s]."""
SLOW_SECONDS = 0.7
"""Duration of a tick when the last moves are shown again, or the agent is carried off the board [s]."""
SEEN_AGAIN = 3
"""Moves that are shown again at most."""

Outcome = Literal["goal", "crash", "dead_end"]
Unasked = Literal["last", "policy", "shield"]
"""Where an automatic move comes from: the person's last move, the learned agent, any safe action."""


@dataclass(frozen=True)
class Refusal:
    """A move that the shield refused, and why; `age` is the time since then [s]."""

    action: Action
    reason: "Reason"
    age: float = 0.0


class Playing:
    """One level played by a person, from the start at phase 0.

    Attributes:
        start: the state a run begins in: of several starts the nearest, from which the best possible counts.
        delays: how late each obstacle is in this run, drawn from its number; None where all keep time.
        states: the states so far, from the start to the current one.
        shield: whether moves that are not allowed are refused; without it they can crash.
        real_time: whether a tick happens at every beat; `beat_index` is its index in BEATS.
        paused: whether real time stands still; `pause` and `go_on` set it, and so does a move asked for.
        unasked: where the last move came from if it was automatic; None if the person made it or waited.
        outcome: how it ended, None while it goes on.
        refusal: the last move refused, None if none since the last move made.
        ghost: states of the learned agent on the same start, move by move; empty before it has learned.
        hit: how a crash happened.
        trap: how a run ended without a safe move.
        crashes: how many since the level was opened.
        mishaps: crashes and traps together.
        ended_for: time since the end of the run was on show [s].
    """

    def __init__(self, opened: "LoadedLevel", labels: NDArray[np.int8] | None) -> None:
        """`labels` are those of the agent to race against, None if nothing has been learned."""
        self.opened = opened
        self.labels = np.full(opened.mdp.n_states, -1, np.int8) if labels is None else labels
        self.start = _nearest_start(opened)
        self.shield = True
        self.real_time = False
        self.beat_index = 2
        self.crashes = self.mishaps = 0
        self.ghost = self._ghost()
        self._runs = 0
        self.restart()

    def restart(self) -> None:
        """Back to the start, at phase 0."""
        self.states = [self.start]
        self._runs += 1
        self.delays = delays_of(self.opened.level, self._runs, 0)
        self.actions: list[int] = []
        self._unshielded = False  # whether a move was made without the shield
        self.outcome: Outcome | None = None
        self.unasked: Unasked | None = None
        self.refusal: Refusal | None = None
        self.hit: Hit | None = None
        self.trap: Trap | None = None
        self.progress = 1.0
        self.ended_for = 0.0
        self._again: int | None = None  # moves still to be shown again, in slow motion
        self.paused = False
        self._wanted: Action | None = None
        self._waited = 0.0

    @property
    def steps(self) -> int:
        """Moves made."""
        return len(self.actions)

    @property
    def shown_steps(self) -> int:
        """Moves on show: all, unless the last ones are being shown again."""
        return self.steps - (self._again or 0)

    @property
    def ended(self) -> bool:
        """Whether the end of the run is on show: the goal, the impact, the trap."""
        return self.outcome is not None and not self._again and self.progress >= self._end

    @property
    def _end(self) -> float:
        """The share of the tick on show at which it ends: the world stops at an impact."""
        return self.hit.share if self.hit is not None and not self._again else 1.0

    @property
    def state(self) -> int:
        """The person's current state."""
        return self.states[-1]

    @property
    def started(self) -> bool:
        """Whether the first move has been made: real time waits for it."""
        return bool(self.actions)

    @property
    def shielded(self) -> bool:
        """Whether the run counts as one with the shield: on at every move, and still on while it goes on."""
        return not self._unshielded and (self.shield or self.outcome is not None)

    @property
    def tick_seconds(self) -> float:
        """How long a tick takes on screen [s]."""
        carried_off = self.hit is not None and self.hit.reason.kind == "carried_off"
        if self._again is not None or carried_off:
            return SLOW_SECONDS
        return min(MOVE_SECONDS, BEATS[self.beat_index]) if not self.real_time else BEATS[self.beat_index]

    @property
    def hop_progress(self) -> float:
        """How far the hop of the last move has come, 0 before it starts to 1 from its landing on."""
        return hop_share(self.progress, self.tick_seconds)

    @property
    def ghost_move(self) -> tuple[Cell, Cell] | None:
        """The cells between which the learned agent moves in this tick, the same where it stays; or None."""
        if not self.ghost:
            return None
        last = len(self.ghost) - 1
        n = self.shown_steps
        before, now = (self.ghost[min(max(index, 0), last)] for index in (n - 1, n))
        return self.opened.mdp.cell(before), self.opened.mdp.cell(now)

    @property
    def lead(self) -> int | None:
        """By how many moves the person beat the learned agent, once across; None without a race."""
        return len(self.ghost) - 1 - self.steps if self.ghost and self.outcome == "goal" else None

    def want(self, action: Action) -> None:
        """A key for a move: made at once if it is the person's turn, else when the tick is over."""
        if self.outcome is not None or action not in self.opened.mdp.actions:
            return
        resumes = self.paused
        self.go_on()
        if self.real_time and self.started and not resumes:
            self._wanted = action
            if self._refuses(action):
                self._wanted = None
        elif self.progress < 1.0:
            self._wanted = action
        else:
            self._try(action)

    def switch(self) -> None:
        """Turns real time on or off; amid a run the clock waits for the next key, as at the start."""
        self.go_on()
        self.real_time = not self.real_time
        self.pause()

    def pause(self) -> None:
        """Pauses real time after the current tick; move by move, the game waits for the person anyway."""
        if self.real_time and self.started and self.outcome is None:
            self.paused, self._wanted = True, None

    def go_on(self) -> None:
        """Ends a pause: the next beat is a whole one away."""
        if self.paused:
            self.paused, self._waited = False, 0.0

    def see_again(self) -> None:
        """Shows the last moves of a run that is over once more, slowly."""
        if self.outcome is not None:
            self._again = min(SEEN_AGAIN, self.steps) - 1
            self.progress = self.ended_for = 0.0

    def advance(self, dt: float) -> None:
        """Lets `dt` [s] pass."""
        dt = min(max(dt, 0.0), LONGEST_ADVANCE)
        if self.refusal is not None:
            self.refusal = Refusal(self.refusal.action, self.refusal.reason, self.refusal.age + dt)
        if self.ended:
            self.ended_for += dt
        self.progress = min(self._end, self.progress + dt / self.tick_seconds)
        if self._again and self.progress >= 1.0:
            self._again, self.progress = self._again - 1, 0.0
        if self.outcome is not None:
            return
        if not self.real_time:
            if self.progress >= 1.0 and self._wanted is not None:
                wanted, self._wanted = self._wanted, None
                self._try(wanted)
        elif self.started and not self.paused:
            self._waited += dt
            if self._waited >= BEATS[self.beat_index]:
                self._waited = 0.0
                self._beat()

    def _beat(self) -> None:
        """Makes a tick of real time, with or without a key; the shield checks the move now, not before."""
        wanted, self._wanted = self._wanted, None
        if self.shield and not self.opened.safe.allowed[self.state].any():
            self._trapped()  # it was off on the way here
            return
        refusal = None
        if wanted is not None and self._refuses(wanted):
            wanted, refusal = None, self.refusal
        action, unasked = self._at_beat() if wanted is None else (wanted, None)
        self._make(action)
        self.refusal, self.unasked = refusal, unasked

    def _try(self, action: Action) -> None:
        if not self._refuses(action):
            self._waited = 0.0
            self._make(action)

    def _refuses(self, action: Action) -> bool:
        """Whether the shield refuses a move; if so, the reason is kept for the window."""
        column = self.opened.mdp.actions.index(action)
        if not self.shield or self.opened.safe.allowed[self.state, column]:
            return False
        self.refusal = Refusal(action, self._reason(action))
        return True

    @property
    def waits(self) -> bool:
        """Whether the level allows waiting."""
        return Action.WAIT in self.opened.mdp.actions

    def _at_beat(self) -> tuple[Action, Unasked | None]:
        """The move of a beat without a key, and where it comes from.

        It is to wait, otherwise to repeat the last move. If the shield refuses that, the learned agent's move
        is made, or any allowed one if nothing is learned about this state.
        """
        mdp, allowed = self.opened.mdp, self.opened.safe.allowed[self.state]
        idle = Action.WAIT if self.waits else mdp.actions[self.actions[-1]]
        if not self.shield or allowed[mdp.actions.index(idle)]:
            return idle, None if self.waits else "last"
        label = int(self.labels[self.state])
        if label >= 0 and allowed[label]:
            return mdp.actions[label], "policy"
        return mdp.actions[int(allowed.argmax())], "shield"

    def _make(self, action: Action) -> None:
        mdp = self.opened.mdp
        column = mdp.actions.index(action)
        before = self.state
        arrived, hit = landing_of(self.opened, before, column, self.delays, self.steps)
        self.refusal = self.unasked = None
        self.progress = 0.0
        self.actions.append(column)
        self._unshielded |= not self.shield
        if arrived == mdp.crash:
            self.hit = hit
            self.states.append(before)
            self.outcome = "crash"
            self.crashes += 1
            self.mishaps += 1
            return
        self.states.append(arrived)
        safe = self.opened.safe.allowed if self.shield else self.opened.safe.one_step
        if mdp.goal[arrived]:
            self.outcome = "goal"
        elif not safe[arrived].any() and (self.delays is None or self.shield):
            self._trapped()

    def _trapped(self) -> None:
        """Ends the run where no move is safe."""
        self.trap = trap_of(self.opened, self.states)
        self.outcome = "dead_end"
        self.mishaps += 1

    def _reason(self, action: Action) -> "Reason":
        from levels.proof.reasons import explain  # noqa: PLC0415  loaded by the opening thread

        opened = self.opened
        return explain(opened.level, opened.mdp, opened.safe, self.state, action)

    def _ghost(self) -> tuple[int, ...]:
        from learner.core.rollout import play  # noqa: PLC0415  as above

        if self.labels[self.start] < 0:
            return ()
        shortest = max(int(self.opened.optimal.steps_to_goal[self.start]), 1)
        rng = np.random.default_rng(0)
        played = play(
            self.opened.mdp, self.opened.safe, self.labels, self.start, 0.0, rng, limit=4 * shortest
        )
        return played.states if played.outcome == "goal" else ()

    def cell(self, index: int) -> Cell:
        """The person's cell after `index` moves."""
        return self.opened.mdp.cell(self.states[index])


def _nearest_start(opened: "LoadedLevel") -> int:
    """The start with the fewest steps to a goal, the first of equals; the first where none leads there."""
    steps = opened.optimal.steps_to_goal
    return min(opened.mdp.starts, key=lambda start: int(steps[start]) if steps[start] >= 0 else np.inf)
