"""Sound cues: compares what a screen shows from one frame to the next, and names effects."""

from typing import TYPE_CHECKING

from game.board.art.signals import Signal, signals, warns
from game.presenters.playing import Playing
from game.presenters.watching import Watching
from levels.model.level import Level

if TYPE_CHECKING:  # the tables behind a rollout bring numba along, and the first picture is drawn without it
    from learner.core.rollout import Rollout


class Horns:
    """Trains blow when their signals begin to warn."""

    def __init__(self) -> None:
        self._signals: list[Signal] | None = None
        self._warned: list[bool] = []
        self._time = 0.0

    def heard(self, level: Level, time: float, *, anew: bool) -> bool:
        """Whether a train blows at that time in ticks; nothing is new in a frame that begins `anew`."""
        if self._signals is None:
            self._signals, anew = signals(level), True
        warning = [warns(signal, time) for signal in self._signals]
        begun = any(now and not before for now, before in zip(warning, self._warned, strict=False))
        forward = time > self._time and not anew
        self._warned, self._time = warning, time
        return begun and forward


class WatchSoundCues:
    """The sound cues of a Watching; `heard` is called once per frame."""

    def __init__(self, watching: Watching) -> None:
        self.watching = watching
        self._horns = Horns()
        self._rollout: Rollout | None = None
        self._hopping: int | None = None
        self._arrived = False

    def heard(self) -> list[str]:
        """Names of the effects of this frame: a move that begins, a goal or crash, a train's horn."""
        watching, playback = self.watching, self.watching.playback
        opened, rollout = watching.opened, playback.rollout
        if opened is None or rollout is None:
            return []
        found = []
        anew, self._rollout = rollout is not self._rollout, rollout
        index = playback.index
        hopping = index if index < playback.n_moves and playback.hop_progress > 0 else None
        if hopping is not None and (anew or hopping != self._hopping):
            here, there = (opened.mdp.cell(int(state)) for state in rollout.states[index : index + 2])
            if here != there:
                found.append("random" if rollout.random[index] else "hop")
        arrived = playback.finished and rollout.outcome in {"goal", "crash"}
        if arrived and not self._arrived:
            found.append(rollout.outcome)
        self._hopping, self._arrived = hopping, arrived
        time = opened.mdp.phase(int(rollout.states[0])) + playback.position
        if self._horns.heard(opened.level, time, anew=anew):
            found.append("train")
        return found


class PlaySoundCues:
    """The sound cues of a Playing; `heard` is called once per frame."""

    def __init__(self, playing: Playing) -> None:
        self.playing = playing
        self._horns = Horns()
        self._steps = self._hopped = self._stars = 0
        self._ended = False
        self._refused = float("inf")

    def heard(self, *, still: bool = False, stars: int = 0) -> list[str]:
        """Names of the effects of this frame: a move, a refusal, how it ended, a star, a train's horn.

        Without animation between ticks the agent is `still`, and a move is heard at once. `stars` are those
        of the verdict that have popped up.
        """
        playing = self.playing
        found = []
        steps, ended = playing.shown_steps, playing.ended
        hopped = steps if still or playing.hop_progress > 0 else steps - 1
        if hopped > self._hopped and playing.cell(hopped) != playing.cell(hopped - 1):
            found.append("hop")
        if playing.refusal is not None and playing.refusal.age < self._refused:
            found.append("refused")
        if ended and not self._ended and playing.outcome is not None:
            found.append("trap" if playing.outcome == "dead_end" else playing.outcome)
        if stars > self._stars:
            found.append("star")
        anew = steps < self._steps
        time = steps - 1 + playing.progress if steps else 0.0
        if self._horns.heard(playing.opened.level, time, anew=anew):
            found.append("train")
        self._steps, self._hopped, self._ended, self._stars = steps, hopped, ended, stars
        self._refused = float("inf") if playing.refusal is None else playing.refusal.age
        return found
