"""The moments that the play page's board shows: the run, its end, the last steps again, the best path."""

import math
from typing import TYPE_CHECKING

import numpy as np

from game.board.art.ghosts import way_into
from game.presenters.crashing import best_labels
from game.presenters.playback import CHEER_SECONDS, TRAIL, Playback, delays_of, scene_of
from game.presenters.playing import Playing
from game.presenters.riding import NO_RIDES, Rides, action_between, aim, aim_and_ride, is_afloat
from game.presenters.scene import Fate, Scene, Trace, fate_of
from game.screens.panel import trace_of
from levels.model.board import Action
from levels.model.riding import ride

if TYPE_CHECKING:
    from learner.core.rollout import Rollout
    from levels.proof.reasons import Reason

PULSE = 0.45
"""How long a refused move shows on the board [s]."""


class Scenes:
    """Gives the scene of every moment.

    Attributes:
        best: the best path while it is being watched, None else.
        still: whether nothing is to be shown between two ticks.
    """

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self.best: Playback | None = None
        self.still = False
        self._best_path: Rollout | None = None
        self._traced: tuple[Reason, Trace | None] | None = None
        self._trapped: tuple[object, Trace] | None = None

    # -- the best path ------------------------------------------------------------------------------------

    def watch_best(self) -> None:
        """Shows the best path from the start, by the level's tables."""
        from learner.core.rollout import play  # noqa: PLC0415  loaded by the opening thread

        opened, start = self.playing.opened, self.playing.start
        if self._best_path is None:
            labels, rng = best_labels(opened), np.random.default_rng(0)
            self._best_path = play(opened.mdp, opened.safe, labels, start, 0.0, rng)
        self.best = Playback()
        self.best.start(self._best_path, delays_of(opened.level, 0, 0))

    def advance(self, dt: float, *, still: bool) -> None:
        """Lets `dt` [s] pass on the best path, until it has been shown."""
        self.still = still
        if self.best is not None:
            self.best.reduce_motion = still
            self.best.advance(dt)
            if self.best.wants_rollout:
                self.best = None

    # -- the run ------------------------------------------------------------------------------------------

    @property
    def since_hit(self) -> float | None:
        """Time since the impact [s], None without one on show."""
        playing = self.playing
        on_show = playing.outcome == "crash" and playing.ended and self.best is None
        return playing.ended_for if on_show else None

    @property
    def time(self) -> float:
        """Ticks since the start of the run; at an impact it stands still."""
        playing, n = self.playing, self.playing.shown_steps
        if self.still and not self._over_the_edge:
            return float(n - (playing.outcome == "crash" and not playing.ended))
        moving = n > 0 and (playing.progress < 1.0 or playing.outcome == "crash")
        return n - 1 + playing.progress if moving else float(n)

    @property
    def _over_the_edge(self) -> bool:
        """Whether the run's end is on show with the agent half off the board: a moment within a tick."""
        hit = self.playing.hit
        return hit is not None and hit.reason.kind == "carried_off" and self.playing.ended

    def scene(self, *, racing: bool) -> Scene:
        """The moment that the board shows, with the learned agent beside if they are `racing`."""
        if self.best is not None and self._best_path is not None:
            opened, states = self.playing.opened, self._best_path.states
            mdp = opened.mdp
            return scene_of(self.best, opened.level, mdp, lambda index: mdp.cell(states[index]))
        playing = self.playing
        n = playing.shown_steps
        there = playing.cell(n)
        here = playing.cell(n - 1) if n else there
        crashing = playing.hit is not None and n == playing.steps
        fate: Fate = "hit"
        if crashing and playing.hit is not None:
            fate = fate_of(playing.hit.reason.kind) or "hit"
        moving = n > 0 and playing.progress < 1.0 and not self.still
        hop = playing.hop_progress if moving else 1.0
        own_hop = hop
        if not moving or crashing:
            here = there
        if crashing and playing.hit is not None and (playing.ended or not self.still):  # it gets half way
            there = playing.hit.reason.cell
            own_hop = 0.5 * playing.progress / playing.hit.share
        rides: Rides = NO_RIDES
        level = playing.opened.level
        if n and is_afloat(level) and (moving or (crashing and (playing.ended or not self.still))):
            here = playing.cell(n - 1)
            if not crashing or fate != "hit":
                there = aim(level, here, playing.opened.mdp.actions[playing.actions[n - 1]])
                own_hop = hop
            rides = ride(level, here, n - 1), ride(level, there, n - 1)
        late = playing.delays
        tick = max(math.ceil(self.time) - 1, 0) if self.time != int(self.time) else int(self.time)
        refusal = playing.refusal
        pulse = refusal.age / PULSE if refusal is not None else 1.0
        return Scene(
            time=self.time,
            agent_from=here,
            agent_to=there,
            progress=own_hop,
            facing=playing.opened.mdp.actions[playing.actions[n - 1]] if n else Action.DOWN,
            refused=refusal.action if refusal is not None and pulse < 1.0 else None,
            refused_progress=pulse,
            trail=tuple(playing.cell(index) for index in range(max(0, n - TRAIL), n + 1 - moving)),
            at_goal=playing.outcome == "goal" and playing.ended,
            cheer=min(playing.ended_for / CHEER_SECONDS, 1.0),
            hit=self.since_hit,
            fate=fate,
            late=late.at(tick) if late else (),
            later=late.at(tick + 1) if late else (),
            ride_from=rides[0],
            ride_to=rides[1],
            trace=self._trace(),
            beside=self._beside(hop) if racing else None,
            animate=not self.still or self._over_the_edge,
        )

    def _trace(self) -> Trace | None:
        """The path into a trap: the person's own, or that of a refused move for as long as that is told."""
        playing = self.playing
        refusal, opened, trap = playing.refusal, playing.opened, playing.trap
        if trap is not None and playing.ended:
            if self._trapped is None or self._trapped[0] is not trap:
                last = len(trap.states) - 1
                self._trapped = trap, way_into(opened.level, opened.mdp, opened.safe, trap.states, last)
            return self._trapped[1]
        if refusal is None or playing.outcome or playing.paused:
            return None
        reason = refusal.reason
        if self._traced is None or self._traced[0] is not reason:
            self._traced = reason, trace_of(opened, reason)
        return self._traced[1]

    def _beside(self, hop: float) -> Scene | None:
        """The learned agent at the same moment, if there is one."""
        playing = self.playing
        move = playing.ghost_move
        if move is None:
            return None
        here, there = move
        n, level = playing.shown_steps, playing.opened.level
        tick = min(n, len(playing.ghost) - 1) - 1
        facing = action_between(level, here, there, tick)
        rides = NO_RIDES
        if hop < 1.0 and n < len(playing.ghost) and is_afloat(level):
            there, rides = aim_and_ride(level, here, facing, tick)
        return Scene(
            self.time,
            here,
            there,
            hop if n < len(playing.ghost) else 1.0,
            facing,
            ride_from=rides[0],
            ride_to=rides[1],
            animate=not self.still,
        )
