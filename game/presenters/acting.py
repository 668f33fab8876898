"""What the board shows while a lesson asks: the moment it asks about, or an answer acted out. No pygame."""

from collections.abc import Sequence
from dataclasses import dataclass

from game.presenters.crashing import left_at
from game.presenters.playback import hop_share
from game.presenters.riding import FACING, NO_RIDES, action_between, aim_and_ride, is_afloat
from game.presenters.scene import Scene, Trace
from levels.model.board import Action, Cell
from levels.model.level import Level
from levels.model.riding import ride

SLOWEST, LONGEST = 0.6, 5.0
"""How long a move takes at most while an answer is acted out, and all of them [s]."""
HOLD = 1.6
"""How long its end stays before the moment asked about comes back [s]."""
PULSE = 0.45
"""How long a move that leads nowhere shows as refused [s]."""


@dataclass(frozen=True)
class Act:
    """An answer to be acted out.

    Attributes:
        action: the move it stands for, None for none.
        trace: (tick, cell) of the agent, the moment asked about first; empty where nothing can be shown.
        ghosts: a path into a crash or trap, which stays on the board afterwards; None for another. If it ends
            in water, so does the answer, one tick after `trace`.
        level: what may carry the agent; None where nothing does.
        delays: how late each obstacle is meanwhile [ticks]; () where all keep their timetable.
    """

    action: Action | None
    trace: Sequence[tuple[int, Cell]]
    ghosts: Trace | None = None
    level: Level | None = None
    delays: tuple[int, ...] = ()

    @property
    def falls(self) -> bool:
        """Whether it ends in water."""
        return self.ghosts is not None and self.ghosts.fate is not None

    @property
    def n_moves(self) -> int:
        """Moves to act out."""
        return max(len(self.trace) - 1, 0) + self.falls


class Acting:
    """The moment a question is about; an answer that is acted out ends there again.

    Attributes:
        playing: whether an answer is being acted out.
    """

    def __init__(self, cell: Cell, phase: int) -> None:
        self.cell, self.phase = cell, phase
        self.playing = False
        self._act = Act(None, ())
        self._time = 0.0

    @property
    def path(self) -> list[Cell]:
        """The cells of the answer that is acted out, or whose ghosts are there; none without one."""
        shown = self.playing or self._act.ghosts is not None
        falls = self._act.ghosts.ride[:1] if self._act.ghosts is not None else ()
        return [*(cell for _, cell in self._act.trace), *falls] if shown else []

    @property
    def _tick(self) -> float:
        """How long a move takes now [s]."""
        return min(SLOWEST, LONGEST / max(len(self._act.trace), 1))

    def play(self, act: Act) -> None:
        """Acts out an answer from now on."""
        self._act, self._time = act, 0.0
        self.playing = bool(act.trace) or act.action is not None

    def advance(self, dt: float) -> None:
        """Lets `dt` [s] pass."""
        self._time += dt
        if self._time >= self._tick * max(self._act.n_moves, 1) + HOLD:
            self.playing = False

    def scene(self, *, still: bool) -> Scene:
        """The moment now; `still`: nothing moves between two ticks."""
        act = self._act
        if not self.playing:
            return Scene(self.phase, self.cell, self.cell, trace=act.ghosts, animate=False)
        if not act.n_moves:
            share = min(self._time / PULSE, 1.0)
            return Scene(
                self.phase,
                self.cell,
                self.cell,
                facing=act.action or Action.DOWN,
                refused=act.action,
                refused_progress=share,
                animate=not still,
            )
        last = len(act.trace) - 1
        if act.falls and self._time >= last * self._tick:
            return self._fall(self._time - last * self._tick, still=still)
        index = min(int(self._time / self._tick), last)
        share = self._time / self._tick - index if index < last else 0.0
        (tick, cell), (_, ahead) = act.trace[index], act.trace[min(index + 1, last)]
        facing = _facing(act, max(index, 1) if index == last else index + 1)
        rides = NO_RIDES
        if act.level is not None and index < last and not still and is_afloat(act.level):
            ahead, rides = aim_and_ride(act.level, cell, facing, tick)
        return Scene(
            time=tick + (0.0 if still else share),
            agent_from=cell,
            agent_to=cell if still else ahead,
            progress=hop_share(share, self._tick),
            facing=facing,
            trail=tuple(cell for _, cell in act.trace[: index + 1]),
            trace=act.ghosts if index == last else None,
            late=act.delays,
            later=act.delays,
            ride_from=rides[0],
            ride_to=rides[1],
            animate=not still,
        )

    def _fall(self, seconds: float, *, still: bool) -> Scene:
        """The last move so long [s] after it began, which ends in water; without motion, its end."""
        act, ghosts = self._act, self._act.ghosts
        assert ghosts is not None
        assert ghosts.fate is not None
        assert act.level is not None
        (tick, cell), drowns = act.trace[-1], ghosts.fate == "drowned"
        end = 1.0 if drowns else left_at(ghosts.ride, act.level.board)
        share = end if still else min(seconds / self._tick, end)
        return Scene(
            time=tick + share,
            agent_from=cell,
            agent_to=ghosts.ride[0],
            progress=hop_share(share, self._tick),
            facing=FACING.get((ghosts.ride[0][0] - cell[0], ghosts.ride[0][1] - cell[1]), Action.DOWN),
            trail=tuple(cell for _, cell in act.trace),
            hit=max(seconds - end * self._tick, 0.0) if share == end else None,
            fate=ghosts.fate,
            ride_from=ride(act.level, cell, tick),
            ride_to=ghosts.ride,
            animate=not still or not drowns,  # over the edge is a moment within a tick
        )


def _facing(act: Act, move: int) -> Action:
    """Where the agent looks in a move, counted from 1."""
    (tick, here), (_, there) = act.trace[move - 1], act.trace[move]
    if act.level is not None:
        return action_between(act.level, here, there, tick)
    return FACING.get((there[0] - here[0], there[1] - here[1]), Action.DOWN)
