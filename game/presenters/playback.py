"""Plays a Rollout at a visible speed: play, pause, step, back. No pygame, no clock of its own.

Time comes in through `advance(dt)`. The position is measured in ticks from the rollout's start: 3.4 is four
tenths of the way through the tick 3 → 4. A playback never touches the learner.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from game.presenters.crashing import Hit
from game.presenters.riding import NO_RIDES, aim_and_ride, is_afloat
from game.presenters.scene import Scene, fate_of
from levels.model.board import Action, Cell
from levels.model.delays import Delays
from levels.model.level import Level

if TYPE_CHECKING:  # the tables behind a rollout bring numba along, and the first picture is drawn without it
    from learner.core.rollout import Rollout
    from levels.model.mdp import Mdp

SPEEDS: tuple[float, ...] = (0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0)
"""Selectable speeds [moves/s]."""
DEFAULT_SPEED = 3
"""Index into SPEEDS at the start."""
ANIMATED_UP_TO = 8.0
"""Above this speed [moves/s] the agent and the vehicles jump, several ticks at a time."""
JUMPS = 4.0
"""Such jumps in a second: a board full of vehicles that changes more often flashes (WCAG 2.3.1)."""
HOP_SECONDS = 0.16
"""Duration of a hop if the tick is long enough [s]."""
LANDING_SPEED = 4.0
"""Minimum speed at which a move in progress ends after a pause [moves/s]."""
LONGEST_ADVANCE = 0.1
"""Maximum time between two frames that counts [s]: dragging the window stops the loop."""
SEEK_SPEED = 8.0
"""A state further on is played up to at least this fast [moves/s]."""
END_PAUSE = (0.25, 1.2)
"""Shortest and longest rest after a rollout's last move [s]; in between it is the time of three moves."""
CHEER_SECONDS = 1.0
"""Duration of the cheer on arrival if the rest is long enough [s]."""


TRAIL = 60
"""Number of cells of the agent's path that stay dotted."""


@dataclass
class Playback:
    """The state machine of the display: a rollout, a position on it, a speed.

    Attributes:
        rollout: what is played; None before the first one arrives.
        delays: how late each obstacle is while it is; None where all keep their timetable.
        position: ticks since the rollout's start.
        paused: whether `advance` lets the time pass.
        speed_index: index into SPEEDS.
        reduce_motion: nothing is shown between two ticks, at any speed.
        stepped: moves shown by `step`, since whoever counts them set it to 0.
    """

    rollout: "Rollout | None" = None
    delays: Delays | None = None
    position: float = 0.0
    paused: bool = False
    speed_index: int = DEFAULT_SPEED
    reduce_motion: bool = False
    stepped: int = 0
    _target: int | None = None
    """The tick up to which it plays, even while paused."""
    _least_speed: float = 0.0
    """How fast that is done at least [moves/s]."""
    _rested: float = 0.0
    """Time since the last move of a rollout that has ended, pauses aside [s]."""
    _cheered: float = 0.0
    """Time since then, pauses included [s]."""

    @property
    def speed(self) -> float:
        """Moves per second."""
        return SPEEDS[self.speed_index]

    @property
    def n_moves(self) -> int:
        """Moves in the rollout, 0 without one."""
        return 0 if self.rollout is None else len(self.rollout.actions)

    @property
    def index(self) -> int:
        """Moves that are shown complete: the agent stands on, or is leaving, the state of this index.

        Above ANIMATED_UP_TO it stays behind those that are, and catches up JUMPS times a second and at rest.
        """
        index = min(int(self.position), self.n_moves)
        moving = not self.finished and (not self.paused or self._target is not None)
        return index - index % round(self.speed / JUMPS) if moving and self.speed > ANIMATED_UP_TO else index

    @property
    def finished(self) -> bool:
        """Whether the last move has been made."""
        return self.rollout is not None and self.position >= self.n_moves

    @property
    def animated(self) -> bool:
        """Whether there is time to show anything between two ticks."""
        return self.speed <= ANIMATED_UP_TO and not self.reduce_motion

    @property
    def hop_progress(self) -> float:
        """Progress of the current tick's hop, from 0 before it starts to 1 after it has landed."""
        return hop_share(self.position - int(self.position), 1.0 / self.speed)

    @property
    def deciding(self) -> int:
        """Index of the rollout's state whose choice of actions is of interest: from mid-hop on the next."""
        leaving = self.animated and self.hop_progress >= 0.5
        return min(self.index + leaving, self.n_moves)

    @property
    def rest(self) -> float:
        """How long the end of a rollout is shown [s]."""
        shortest, longest = END_PAUSE
        return min(max(3.0 / self.speed, shortest), longest)

    @property
    def cheer(self) -> float:
        """The share of the cheering after the last move that is over; it goes on while paused."""
        return min(1.0, self._cheered / min(CHEER_SECONDS, self.rest)) if self.finished else 1.0

    @property
    def ended_for(self) -> float:
        """Time since the last move, pauses included [s]."""
        return self._cheered

    @property
    def wants_rollout(self) -> bool:
        """Whether it is time for the next rollout: none yet, or the rest after the last one is over."""
        return self.rollout is None or (self.finished and self._rested >= self.rest)

    def start(self, rollout: "Rollout", delays: Delays | None = None) -> None:
        """Plays this rollout from its beginning, with these delays; the pause stays as it is."""
        self.rollout, self.delays = rollout, delays
        self.position = 0.0
        self._target, self._least_speed = None, 0.0
        self._rested = self._cheered = 0.0

    def replay(self) -> None:
        """Plays the same rollout from its beginning again, if there is one."""
        if self.rollout is not None:
            self.start(self.rollout, self.delays)

    def advance(self, dt: float) -> None:
        """Lets `dt` [s] of the window's time pass."""
        dt = min(max(dt, 0.0), LONGEST_ADVANCE)
        if self.finished:
            self._cheered += dt
        if self.rollout is None or (self.paused and self._target is None):
            return
        if self.finished:
            self._rested += dt
            return
        end = self.n_moves if self._target is None else self._target
        speed = max(self.speed, self._least_speed)
        self.position = min(self.position + dt * speed, float(end))
        if self._target is not None and self.position >= self._target:
            self._target, self._least_speed = None, 0.0

    def toggle_pause(self) -> None:
        """Pauses, once a move in progress has landed, or goes on.

        A standstill within a tick could show a car halfway into the cell that the agent is halfway out of.
        """
        self.paused = not self.paused
        landing = self.paused and self.position > int(self.position)
        target = int(self.position) + 1 if landing else None
        self._target, self._least_speed = target, LANDING_SPEED if landing else 0.0

    def step(self) -> None:
        """Pauses and plays exactly one move; a move in progress is that move.

        A second call before the first move has landed completes it at once and plays one more. After the last
        move it asks for the next rollout.
        """
        self.paused = True
        if self.finished:
            self._rested = END_PAUSE[1]
            return
        self.stepped += 1
        if self._target is not None:
            self.position = float(int(self.position) + 1)
        self._least_speed = 0.0
        self._target = min(int(self.position) + 1, self.n_moves)

    def play_to(self, index: int) -> None:
        """Pauses, and plays up to the rollout's state of this index, which is not behind."""
        self.paused = True
        self._target, self._least_speed = index, SEEK_SPEED

    def back(self) -> None:
        """Pauses and returns to the tick before."""
        self.paused = True
        self._target, self._least_speed = None, 0.0
        self._rested = self._cheered = 0.0
        whole = int(self.position)
        self.position = float(whole if whole < self.position else max(whole - 1, 0))

    def change_speed(self, step: int) -> None:
        """The next higher (1) or lower (−1) speed of the table, from now on."""
        self.speed_index = min(max(self.speed_index + step, 0), len(SPEEDS) - 1)


def hop_share(tick_share: float, tick_seconds: float) -> float:
    """How much of a tick's hop is over, 0 to 1, when that share of a tick so long [s] is.

    The hop lasts HOP_SECONDS in the middle of the tick: half of the traffic's movement lies before it and
    half after, so that neither the car ahead nor the car behind seems to touch the agent.
    """
    share = min(1.0, HOP_SECONDS / tick_seconds)
    return min(max((tick_share - (1.0 - share) / 2.0) / share, 0.0), 1.0)


def delays_of(level: Level, seed: int, phase: int) -> Delays | None:
    """The delays of a run that begins at a phase; None on a level whose traffic keeps its timetable."""
    return Delays(level, seed, phase) if any(obstacle.late for obstacle in level.obstacles) else None


def scene_of(playback: Playback, level: Level, mdp: "Mdp", cell_after: Callable[[int], Cell]) -> Scene:
    """The current moment of a playback on a level.

    `cell_after` gives where the agent is after so many moves.
    """
    rollout, index = playback.rollout, playback.index
    assert rollout is not None
    moving = index < playback.n_moves and playback.animated
    move = min(index, playback.n_moves - 1)
    first = mdp.phase(rollout.states[0])
    here = there = cell_after(index)
    facing = mdp.actions[rollout.actions[move]] if move >= 0 else Action.DOWN
    rides = NO_RIDES
    if moving and is_afloat(level):
        there, rides = aim_and_ride(level, here, facing, first + index)
    elif moving:
        there = cell_after(index + 1)
    delays = playback.delays
    return Scene(
        time=first + (playback.position if playback.animated else index),
        agent_from=here,
        agent_to=there,
        progress=playback.hop_progress if moving else 1.0,
        facing=facing,
        random=bool(move >= 0 and rollout.random[move]),
        trail=tuple(cell_after(past) for past in range(max(0, index - TRAIL), index + 1)),
        at_goal=playback.finished and rollout.outcome == "goal",
        cheer=playback.cheer,
        late=delays.at(index) if delays else (),
        later=delays.at(index + 1) if delays else (),
        ride_from=rides[0],
        ride_to=rides[1],
        animate=playback.animated,
    )


def crash_scene_of(playback: Playback, level: Level, mdp: "Mdp", scene: Scene, hit: Hit) -> Scene:
    """The current moment of a playback whose last move is a crash; its last state is where that began.

    The agent gets half way, or into the water, and there the world stops. `scene` is that of `scene_of`.
    """
    rollout, before = playback.rollout, playback.n_moves - 1
    assert rollout is not None
    if playback.index < before or not (playback.animated or playback.finished):
        return scene
    gone = playback.position - before
    here, action = mdp.cell(rollout.states[before]), mdp.actions[rollout.actions[before]]
    tick = mdp.phase(rollout.states[0]) + before
    share = min(gone, hit.share)
    there, progress = hit.reason.cell, 0.5 * share / hit.share
    rides = NO_RIDES
    if is_afloat(level):
        there, rides = aim_and_ride(level, here, action, tick)
        progress = hop_share(share, 1.0 / playback.speed)
    crashed = replace(
        scene,
        agent_from=here,
        agent_to=there,
        progress=progress,
        hit=(gone - hit.share) / playback.speed + playback.ended_for if gone >= hit.share else None,
        fate=fate_of(hit.reason.kind) or "hit",
        ride_from=rides[0],
        ride_to=rides[1],
    )
    if not playback.animated:
        return crashed
    late = playback.delays
    return replace(
        crashed,
        time=tick + share,
        late=late.at(before) if late else (),
        later=late.at(before + 1) if late else (),
    )
