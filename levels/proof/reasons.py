"""Why an action is refused, in words and as values, from the geometry rather than from the tables."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from levels.model.board import MOVES, Action, Cell, in_words, with_article
from levels.model.level import Level
from levels.model.mdp import Mdp
from levels.model.movers import Mover
from levels.model.riding import carrier_at, ride
from levels.proof import graph
from levels.proof.safety import SafeActions

Kind = Literal[
    "allowed", "outside", "blocked", "occupied", "swap", "drowned", "carried_off", "doomed", "crashed", "goal"
]


@dataclass(frozen=True)
class Reason:
    """The verdict on one action in one state.

    Attributes:
        kind: "allowed", or the rule that refuses it.
        text: a sentence without full stop, for the panel.
        cell: where the action would lead.
        phase: phase at which it would arrive; where no move counts, the state's own.
        obstacle: index in the level's list of the obstacle that refuses it, or None.
        trace: for "doomed", the states that follow if it is taken, up to the dead end.
        delay: how late that obstacle has to be to refuse it [ticks]; 0 where its timetable is enough.
    """

    kind: Kind
    text: str
    cell: Cell
    phase: int
    obstacle: int | None = None
    trace: tuple[int, ...] = ()
    delay: int = 0


def explain(level: Level, mdp: Mdp, safe: SafeActions, state: int, action: Action) -> Reason:
    """Say whether an action is allowed in a state, and if not, which rule and which obstacle refuse it."""
    here, phase = mdp.cell(state), mdp.phase(state)
    arrival = (phase + 1) % mdp.period
    if mdp.violation[state]:
        if level.board.afloat(here):
            carrier = _carrier_of(level, here)
            return Reason(
                "crashed", f"there is no {_words(carrier.look)} here", here, phase, carrier.obstacle
            )
        delay, mover = min(
            (
                (delay, mover)
                for mover in level.movers
                for delay in range(mover.late + 1)
                if mover.stands_on(here, phase - delay)
            ),
            key=lambda found: found[0],
        )
        how = f"may be here: {_up_to(mover)}" if delay else "is already here"
        said = f"{vehicle(level, mover, phase)} {how}"
        return Reason("crashed", said, here, phase, mover.obstacle, delay=delay)
    if mdp.goal[state]:
        return Reason("goal", "the goal is reached", here, phase)
    target = _target(level, here, action)
    if not level.board.passable(target):
        if not level.board.inside(target):
            return Reason("outside", "the board ends here", target, arrival)
        look = level.board.looks[target[0]][target[1]] or "water"
        return Reason("blocked", f"{with_article(look)} is in the way", target, arrival)
    refusal = _refused_by_traffic(level, here, target, phase)
    if refusal is not None:
        mover, kind, how, delay = refusal
        if kind == "drowned":
            return Reason(kind, f"there is no {_words(mover.look)} here", target, arrival, mover.obstacle)
        said = f"{vehicle(level, mover, phase)} {how}"
        return Reason(kind, said, target, arrival, mover.obstacle, delay=delay)
    column = mdp.actions.index(action)
    if safe.allowed[state, column]:
        return Reason("allowed", "allowed", target, arrival)
    trace = doomed_trace(mdp, safe, int(mdp.next_state[state, column]))
    last = trace[-1]
    closers = _closers(level, mdp, last)
    steps = f"{len(trace)} step{'s' if len(trace) > 1 else ''}"
    ridden = carrier_at(level, mdp.cell(last), mdp.phase(last))
    if ridden is not None and closers:
        text = f"a trap: in {steps} the {_words(ridden.look)} leaves, and no bank can be reached before"
        return Reason("doomed", text, target, arrival, ridden.obstacle, trace)
    by = " and ".join(vehicle(level, mover, phase) for mover in closers) or "walls"
    leave = "leaves" if len(closers) == 1 else "leave"
    text = f"a trap: within {steps} {by} {leave} no safe move at {in_words(mdp.cell(last))}"
    return Reason("doomed", text, target, arrival, closers[0].obstacle if closers else None, trace)


def vehicle(level: Level, mover: Mover, phase: int) -> str:
    """A vehicle as people see it: "the truck in row 8".

    It is "the truck at row 8, column 5" if others there look alike: the cell is the one nearest its front at
    the phase. A robot that keeps to no row or column is just "the robot" while it is the only one.
    """
    name, line = f"the {_words(mover.look)}", _line(mover)
    alike = {m.obstacle: m for m in level.movers if m.look == mover.look and m is not mover}
    if mover.obstacle not in alike and not any(_crosses(other, line) for other in alike.values()):
        return f"{name}{_in(line)}"
    body = mover.body(phase)
    return f"{name} at {in_words(body[0])}" if body else f"{name} about to come{_in(line)}"


def vehicles(level: Level, obstacles: Collection[int]) -> str:
    """All vehicles of some obstacles as people see them: "the trucks in row 8 and the train in row 2".

    Late ones are followed by how late they can be: "the buses in row 1 (up to 3 steps late)".
    """
    counts = Counter(
        (mover.look, _line(mover), mover.late) for mover in level.movers if mover.obstacle in obstacles
    )
    names = [
        f"the {_words(look)}{('es' if look.endswith('s') else 's') if n > 1 else ''}{_in(line)}"
        f"{f' ({_late(late)})' if late else ''}"
        for (look, line, late), n in counts.items()
    ]
    return " and ".join(names)


def doomed_trace(mdp: Mdp, safe: SafeActions, state: int) -> tuple[int, ...]:
    """From a doomed state, the states of the path that stays safe longest; the last has no safe action."""
    return tuple(graph.longest_walk(mdp.next_state, safe.one_step, safe.survival, state).tolist())


def dead_end_obstacles(level: Level, mdp: Mdp, safe: SafeActions, state: int) -> list[int | None]:
    """For each action in a state without safe actions, the obstacle that refuses it; None for walls."""
    return [explain(level, mdp, safe, state, action).obstacle for action in mdp.actions]


def dead_end_sentences(level: Level, mdp: Mdp, safe: SafeActions, state: int) -> list[str]:
    """One line per action: why a state has no safe action."""
    return [
        f"{action.name.lower()}: {explain(level, mdp, safe, state, action).text}" for action in mdp.actions
    ]


def _refused_by_traffic(
    level: Level, here: Cell, target: Cell, phase: int
) -> tuple[Mover, Kind, str, int] | None:
    """The mover that breaks a rule for the move at the least delay: it, which rule, how, the delay."""
    if level.board.afloat(target):
        return _refused_by_water(level, target, phase)
    for delay in range(max((mover.late for mover in level.movers), default=0) + 1):
        for mover in level.movers:
            if mover.late < delay:
                continue
            if mover.sweeps(target, phase - delay):
                how = "is on that cell" if mover.substeps(phase) == 0 else "reaches that cell in this step"
                return mover, "occupied", f"may be here: {_up_to(mover)}" if delay else how, delay
            if (
                target != here
                and mover.stands_on(target, phase - delay)
                and mover.enters(here, phase - delay)
            ):
                how = f"may come head-on: {_up_to(mover)}" if delay else "comes head-on"
                return mover, "swap", how, delay
    return None


def _refused_by_water(level: Level, target: Cell, phase: int) -> tuple[Mover, Kind, str, int] | None:
    """Nothing floats on the cell, or what does leaves the board in this step."""
    carrier = carrier_at(level, target, phase)
    if carrier is None:
        return _carrier_of(level, target), "drowned", "", 0
    stays = level.board.inside(ride(level, target, phase)[-1])
    return None if stays else (carrier, "carried_off", "carries it off the board", 0)


def _carrier_of(level: Level, cell: Cell) -> Mover:
    """The first carrier that comes to a cell of water."""
    return next(mover for mover in level.movers if mover.carries and cell in mover.places)


def _up_to(mover: Mover) -> str:
    return f"it can be {_late(mover.late)}"


def _late(ticks: int) -> str:
    return f"up to {ticks} step{'s' if ticks > 1 else ''} late"


def _target(level: Level, here: Cell, action: Action) -> Cell:
    """Where the action leads, or would lead if nothing were in the way."""
    target = (here[0] + MOVES[action][0], here[1] + MOVES[action][1])
    return here if level.walls == "stay" and not level.board.passable(target) else target


def _closers(level: Level, mdp: Mdp, state: int) -> list[Mover]:
    """The vehicles that refuse actions in a state, in the file's order."""
    here, phase = mdp.cell(state), mdp.phase(state)
    targets = [_target(level, here, action) for action in mdp.actions]
    refusals = [
        _refused_by_traffic(level, here, target, phase) for target in targets if level.board.passable(target)
    ]
    closing = {id(refusal[0]) for refusal in refusals if refusal}
    return [mover for mover in level.movers if id(mover) in closing]


def _line(mover: Mover) -> tuple[int, int] | None:
    """The line it stays on: (0, row) or (1, column); None if it keeps to neither."""
    for axis in (0, 1):
        numbers = {cell[axis] for cell in mover.places}
        if len(numbers) == 1:
            return axis, numbers.pop()
    return None


def _crosses(mover: Mover, line: tuple[int, int] | None) -> bool:
    """Whether it comes into a line; without a line, whether it does anywhere."""
    return line is None or any(cell[line[0]] == line[1] for cell in mover.places)


def _in(line: tuple[int, int] | None) -> str:
    return f" in {('row', 'column')[line[0]]} {line[1]}" if line else ""


def _words(look: str) -> str:
    """The name of a look as people say it."""
    return look.replace("_", " ")
