"""Scene: everything about the moment that a board's picture shows. No pygame."""

import math
from dataclasses import dataclass
from typing import Literal

from levels.model.board import Action, Cell

Fate = Literal["hit", "drowned", "carried_off"]


def fate_of(crash: str | None) -> Fate | None:
    """What water does to the agent in a crash of this kind of reason; None where it isn't water."""
    return "drowned" if crash == "drowned" else "carried_off" if crash == "carried_off" else None


@dataclass(frozen=True)
class Trace:
    """A path that led or would lead into a dead end, drawn as ghosts of the agent.

    Attributes:
        steps: (tick, cell) of each step, oldest first, the dead end last; the ticks are written beside them.
            Empty for a single move that ends in water.
        phase: phase of the traffic at the last step.
        obstacles: indices of the obstacles that close the dead end; they are outlined at each tick.
        fate: how the move after the last step ends if it ends in water, else None.
        ride: the cells of that move from where it lands on; beyond the board's edge where it is carried off.
    """

    steps: tuple[tuple[int, Cell], ...]
    phase: int
    obstacles: tuple[int, ...] = ()
    fate: Fate | None = None
    ride: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Scene:
    """One moment of a rollout.

    Attributes:
        time: ticks since the rollout began; vehicles stand where they are then, linear within a tick.
        agent_from, agent_to, progress: the agent's hop, 0 at its start, 1 landed.
        facing: the direction in which the agent looks.
        random: whether its move is random; marked by shape and colour.
        refused, refused_progress: a move that was just refused, and the share of its pulse that is over.
        trail: the last cells of its path, oldest first.
        at_goal: it has arrived.
        cheer: the share of its wave and of the confetti that is over.
        hit: time since the agent crashed on its hop [s]; or None.
        fate: what a crash does to it: it is thrown back to where it began, sinks where it landed, or leaves
            the board on what carries it.
        trace: a path into a dead end, shown as ghosts.
        beside: another agent at the same moment, drawn see-through; only its place, hop and facing count.
        late, later: the delay of each obstacle in the level's order at the tick's beginning and at its end
            [ticks]; empty where all keep their timetable.
        ride_from, ride_to: where this tick takes what stands on `agent_from` and on `agent_to`, in equal
            sub-steps, each with its own cell first; empty where nothing carries the agent.
        aboard: how far the agent is on what carries it, 0 on the ground to 1; the board's painter sets it.
        animate: False draws whole ticks only, the agent landed, nothing pulsing or flying about.
    """

    time: float
    agent_from: Cell
    agent_to: Cell
    progress: float = 1.0
    facing: Action = Action.DOWN
    random: bool = False
    refused: Action | None = None
    refused_progress: float = 0.0
    trail: tuple[Cell, ...] = ()
    at_goal: bool = False
    cheer: float = 1.0
    hit: float | None = None
    fate: Fate = "hit"
    trace: Trace | None = None
    beside: "Scene | None" = None
    late: tuple[int, ...] = ()
    later: tuple[int, ...] = ()
    ride_from: tuple[Cell, ...] = ()
    ride_to: tuple[Cell, ...] = ()
    aboard: float = 0.0
    animate: bool = True

    @property
    def clock(self) -> float:
        """The time that is drawn [ticks]."""
        return self.time if self.animate else math.floor(self.time)

    @property
    def share(self) -> float:
        """The share of the tick that is over."""
        return self.clock - math.floor(self.clock)

    def timetable(self, obstacle: int) -> float:
        """The moment of an obstacle's own timetable at which it stands now [ticks]."""
        if not self.late:
            return self.clock
        before, after = self.late[obstacle], self.later[obstacle]
        return self.clock - before - self.share * (after - before)

    def delay(self, obstacle: int) -> int:
        """The delay that an obstacle's badge shows [ticks]: from half of the tick on, that of its end."""
        if not self.late:
            return 0
        return (self.late if self.share < 0.5 else self.later)[obstacle]
