"""The moments that the play page's board shows: the run, its end, the last steps again, the best path."""

import math
from typing import TYPE_CHECKING

import numpy as np

from game.board.art.agent import FACING
from game.board.art.ghosts import way_into
from game.presenters.crashing import FATES, best_labels
from game.presenters.playback import CHEER_SECONDS, TRAIL, Playback, delays_of, scene_of
from game.presenters.playing import Playing
from game.presenters.riding import aim, is_afloat
from game.presenters.scene import Fate, Scene, Trace
from levels.model.board import Action, Cell
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
        self._traced: tuple[Reason, Trace] | None = None
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
        if self.still:
            return float(n - (playing.outcome == "crash" and not playing.ended))
        moving = n > 0 and (playing.progress < 1.0 or playing.outcome == "crash")
        return n - 1 + playing.progress if moving else float(n)

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
        moving = n > 0 and playing.progress < 1.0 and not self.still
        hop = playing.hop_progress if moving else 1.0
        own_hop = hop
        if not moving or crashing:
            here = there
        if crashing and playing.hit is not None and (playing.ended or not self.still):  # it gets half way
            there = playing.hit.reason.cell
            own_hop = 0.5 * playing.progress / playing.hit.share
        rides: tuple[tuple[Cell, ...], ...] = ((), ())
        fate: Fate = "hit"
        level = playing.opened.level
        if n and is_afloat(level) and ((moving and not crashing) or (crashing and here != there)):
            here = playing.cell(n - 1)
            action = playing.opened.mdp.actions[playing.actions[n - 1]]
            there, own_hop = aim(level, here, action), hop
            rides = ride(level, here, n - 1), ride(level, there, n - 1)
            if crashing and playing.hit is not None and playing.hit.reason.kind in FATES:
                fate = FATES[playing.hit.reason.kind]
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
            animate=not self.still,
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
        if refusal is None or refusal.reason.kind != "doomed" or playing.outcome or playing.paused:
            return None
        reason = refusal.reason
        if self._traced is None or self._traced[0] is not reason:
            way = reason.trace
            self._traced = reason, way_into(opened.level, opened.mdp, opened.safe, way, len(way))
        return self._traced[1]

    def _beside(self, hop: float) -> Scene | None:
        """The learned agent at the same moment, if there is one."""
        playing = self.playing
        move = playing.ghost_move
        if move is None:
            return None
        here, there = move
        facing = FACING[there[0] - here[0], there[1] - here[1]]
        crossing = playing.shown_steps < len(playing.ghost)
        return Scene(self.time, here, there, hop if crossing else 1.0, facing, animate=not self.still)
