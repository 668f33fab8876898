"""Scene: everything about the moment that a board's picture shows. No pygame."""

from dataclasses import dataclass

from levels.board import Action, Cell


@dataclass(frozen=True)
class Scene:
    """One moment of a rollout.

    Attributes:
        time: ticks since the rollout began; vehicles stand where they are then, linear within a tick.
        agent_from, agent_to, progress: the agent's hop, 0 at its start, 1 landed.
        facing: which way the agent looks.
        random: its move was a random one; marked by shape and colour.
        refused, refused_progress: a move that was just refused, and the share of its pulse that is over.
        trail: cells it has come along, oldest first.
        at_goal: it has arrived.
        animate: False draws whole ticks only, the agent landed.
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
    animate: bool = True
