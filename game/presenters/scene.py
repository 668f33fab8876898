"""Scene: everything about the moment that a board's picture shows. No pygame."""

from dataclasses import dataclass

from levels.model.board import Action, Cell


@dataclass(frozen=True)
class Trace:
    """A path that led or would lead into a dead end, drawn as ghosts of the agent.

    Attributes:
        steps: (tick, cell) of each step, oldest first, the dead end last; the ticks are written beside them.
        phase: phase of the traffic at the last step.
        obstacles: indices of the obstacles that close the dead end; they are outlined at each tick.
    """

    steps: tuple[tuple[int, Cell], ...]
    phase: int
    obstacles: tuple[int, ...] = ()


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
        hit: time since the agent crashed on its hop, and is thrown back to where it began [s]; or None.
        trace: a path into a dead end, shown as ghosts.
        beside: another agent at the same moment, drawn see-through; only its place, hop and facing count.
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
    trace: Trace | None = None
    beside: "Scene | None" = None
    animate: bool = True
