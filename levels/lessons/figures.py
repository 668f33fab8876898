"""Numbers that answer a question: the right one from the tables, and believable wrong ones."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from levels.lessons.lesson import Asked
from levels.lessons.moves import Trace, shortest_path, trace_of
from levels.model.mdp import still_moves
from levels.model.movers import Mover
from levels.proof import graph
from levels.proof.optimal_values import steps_to_goal
from levels.proof.prove import Proof


@dataclass(frozen=True)
class Figure:
    """A number that can be chosen.

    Attributes:
        value: the number; steps and states are whole.
        outcome: a sentence on why it is right or wrong.
        trace: what shows it on the board; empty where nothing does.
    """

    value: float
    outcome: str
    trace: Trace = ()


def _steps(proof: Proof, state: int) -> Iterator[Figure]:
    count, still, crow = _distances(proof, state)
    yield Figure(count, f"The shortest safe path takes {_steps_in_words(count)}.", _shown(proof, state))
    if still < count:
        if any(mover.carries for mover in proof.level.movers):
            yield Figure(still, "That would do on foot; the ride across the water costs more.")
        else:
            yield Figure(still, "That would do if nothing moved; the traffic costs more.")
    if crow < still:
        yield Figure(crow, "That is the distance straight through everything; the path has to go around.")
    for more in (2, -2, 1, -1, 4):
        short, long = "No safe path is that short.", "It can be done in fewer steps."
        yield Figure(count + more, short if more < 0 else long)


def _return(proof: Proof, state: int) -> Iterator[Figure]:
    count, still, _ = _distances(proof, state)
    rewards = proof.level.rewards

    def total(steps: int) -> float:
        return steps * rewards.step + rewards.goal

    right = total(count)
    at_goal = f", and {number(rewards.goal)} at the goal" if rewards.goal else ""
    sum_of = f"{_steps_in_words(count)} at {number(rewards.step)} each{at_goal}"
    yield Figure(right, f"The shortest safe path takes {sum_of}: {number(right)}.", _shown(proof, state))
    yield Figure(-right, "Mind the sign.")
    if still < count:
        yield Figure(total(still), "That leaves out what the traffic costs.")
    for wrong in (total(count - 1), total(count + 2), total(count + 1), count, right + 1, right - 1):
        again = f"Count again: {number(rewards.step)} for each step of the shortest safe path{at_goal}."
        yield Figure(wrong, again)


def _period(proof: Proof, _state: int) -> Iterator[Figure]:
    period = proof.mdp.period
    ticks = f"{period:,} tick{'s' if period > 1 else ''}"
    yield Figure(period, f"All traffic repeats after {ticks}, and not before.")
    for lap in sorted({_lap(mover) for mover in proof.level.movers}, reverse=True):
        yield Figure(lap, f"One obstacle is back where it was after {lap:,} ticks, but not all are.")
    for wrong in (2 * period, period // 2, period + 1, period - 1):
        early = "By then not all obstacles are back."
        yield Figure(wrong, early if wrong < period else "The traffic repeats earlier.")


def _lap(mover: Mover) -> int:
    """Ticks after which an obstacle is back at its place on its track."""
    return mover.every * (len(mover.track) // math.gcd(len(mover.track), mover.hop))


def _viable(proof: Proof, _state: int) -> Iterator[Figure]:
    figures = proof.certificate
    yield Figure(figures.viable, f"The proof counts {figures.viable:,} from which one can stay safe forever.")
    yield Figure(figures.states, "That is every state without a crash, traps included.")
    yield Figure(figures.cells * figures.period, "That is cells × phases, crashes included.")
    yield Figure(figures.cells, "That is the number of free cells, at one phase each.")
    for wrong in (2 * figures.viable, figures.viable + 1, figures.viable - 1):
        yield Figure(wrong, "The proof counts another number.")


def _doomed(proof: Proof, _state: int) -> Iterator[Figure]:
    figures = proof.certificate
    traps = f"{figures.doomed:,} trap{'' if figures.doomed == 1 else 's'}"
    yield Figure(figures.doomed, f"In all the proof counts {traps}.")
    yield Figure(figures.doomed_reachable, "That is how many can be reached from the start; there are more.")
    crashes = figures.cells * figures.period - figures.states
    yield Figure(crashes, "That many states are crashes already, no longer traps.")
    yield Figure(figures.period, "That is the number of phases.")
    for wrong in (2 * figures.doomed, figures.doomed + 1, figures.doomed + 2, figures.doomed - 1):
        yield Figure(wrong, "The proof counts another number.")


FIGURES: dict[Asked, Callable[[Proof, int], Iterator[Figure]]] = {
    Asked.STEPS: _steps,
    Asked.RETURN: _return,
    Asked.PERIOD: _period,
    Asked.VIABLE: _viable,
    Asked.DOOMED: _doomed,
}
"""Questions that a number answers."""


def number(value: float) -> str:
    """A number as an option's button says it: 2,917 or −10 or 0.5."""
    return f"{value:,.6g}".replace("-", "−") if value != int(value) else f"{value:,.0f}".replace("-", "−")


def _distances(proof: Proof, state: int) -> tuple[int, int, int]:
    """Steps from a state to a goal: safe ones, ones if nothing moved, and straight through everything."""
    mdp, (row, col) = proof.mdp, proof.mdp.cell(state)
    ways = still_moves(mdp, mdp.actions)
    still = graph.distances(ways, ways >= 0, mdp.goal[mdp.states_at(0)])[mdp.cell_index[row, col]]
    crow = min(abs(row - goal[0]) + abs(col - goal[1]) for goal in proof.level.board.goals)
    return int(steps_to_goal(mdp, proof.safe)[state]), int(still), crow


def _shown(proof: Proof, state: int) -> Trace:
    """The shortest safe path from a state."""
    steps = steps_to_goal(proof.mdp, proof.safe)
    return trace_of(proof.mdp, shortest_path(proof, steps, state), proof.mdp.phase(state))


def _steps_in_words(count: int) -> str:
    return f"{count:,} step{'' if count == 1 else 's'}"
