"""Entry: one of the three compared learners, its words, its shown episode. No pygame."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from game.presenters.level_loader import LoadedLevel
from game.presenters.playback import Playback, delays_of, scene_of
from game.presenters.riding import aim
from game.presenters.scene import Scene
from game.presenters.watching import LEAST_LIMIT, MOST_LIMIT
from learner.baselines.standings import Standing
from levels.model.board import Action, Cell, with_article
from levels.model.delays import Delays, is_late, vehicle_met
from levels.model.level import Level
from levels.model.movers import Mover

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from learner.core.rollout import Rollout
    from levels.model.mdp import Mdp
    from levels.proof.reasons import Reason


@dataclass(frozen=True)
class Description:
    """How one of the three is presented.

    Attributes:
        title, rule: who it is, and what it may try.
        short: who it is, where there is no room for the title.
        line: what it does, for those who have not met it.
        failures, few: what counts as its failures, in words and in fewer words.
        icon, role: its mark, and the meaning of its colour (a key of `theme.ROLES`), also in the chart.
        about: a sentence or two on how it was set up.
    """

    title: str
    short: str
    rule: str
    line: str
    failures: str
    few: str
    icon: str
    role: str
    about: str


DESCRIPTIONS: dict[str, Description] = {
    "plain": Description(
        "Learns by crashing",
        "By crashing",
        "tries anything; crashes are penalised",
        "Tries any move, and remembers what hurt. It crashes many times before it knows a safe path.",
        "crashes",
        "crashes",
        "triangle-alert",
        "unsafe",
        "Plain ε-greedy Q-learning, without a safe set. A crash (into traffic, into an obstacle, off the "
        "board) ends the episode and costs as much as the longest episode's steps: with less, crashing early "
        "would pay.",
    ),
    "one_step": Description(
        "Looks one step ahead",
        "One step",
        "avoids the next crash, but walks into traps",
        "Makes only moves that can't crash now, and doesn't see that some of them lead into traps.",
        "times trapped",
        "trapped",
        "hourglass",
        "doomed",
        "As published: the paper's Definition 1. In a dead end no action is safe: the episode ends. The "
        "paper has no rule for learning from that; here it costs as much as a crash, without which it would "
        "never learn.",
    ),
    "ours": Description(
        "Sees every trap",
        "Every trap",
        "only moves that keep it safe forever",
        "Makes only moves after which it can stay safe forever: no crash and no trap from the start.",
        "crashes and traps",
        "failures",
        "shield-check",
        "safe",
        "Safe Crossing: the viability kernel. There is always an allowed action, so no penalty is needed.",
    ),
    "lagrangian": Description(
        "Learns the price of a crash",
        "Price of a crash",
        "tries anything; raises it until crashes stop",
        "Tries any move, and raises the price of a crash until crashes are rare.",
        "crashes",
        "crashes",
        "triangle-alert",
        "unsafe",
        "Lagrangian Q-learning, as in constrained decision processes: a crash costs a multiplier, which "
        "rises while more than 1 in 100 practice runs crash. It has to crash to learn it.",
    ),
    "sarsa": Description(
        "Learns from what it does",
        "What it does",
        "sees every trap; counts its random moves",
        "Sees every trap. It learns from the moves that it really makes, random ones included.",
        "crashes and traps",
        "failures",
        "shield-check",
        "safe",
        "SARSA within the viability kernel: values are those of its own moves, random ones included.",
    ),
    "expected_sarsa": Description(
        "Learns from what it would do",
        "What it would do",
        "sees every trap; averages its next moves",
        "Sees every trap. It learns from the average of the moves it might make next.",
        "crashes and traps",
        "failures",
        "shield-check",
        "safe",
        "Expected SARSA within the viability kernel: the mean over its next move in place of one draw.",
    ),
    "double_q": Description(
        "Keeps two opinions",
        "Two opinions",
        "sees every trap; weighs each move twice",
        "Sees every trap. It keeps two opinions of each move, so that luck doesn't fool it.",
        "crashes and traps",
        "failures",
        "shield-check",
        "safe",
        "Double Q-learning within the viability kernel: one table names the best move, the other values it.",
    ),
}
"""The words for each baseline in the table of `learner/baselines/table.py`."""
LATE: dict[str, Description] = {
    "one_step": replace(
        DESCRIPTIONS["one_step"],
        rule="trusts the timetable, but traffic is late",
        line="Makes only moves that can't crash by the timetable, and is hit by what is late.",
        failures="crashes and traps",
        few="failures",
        about="As published: the paper's Definition 1, for the timetable, since that is what it knows. It "
        "learns from what hits it. In a dead end no action is safe: the episode ends, and costs as "
        "much as a crash.",
    ),
    "ours": replace(
        DESCRIPTIONS["ours"],
        about="Safe Crossing: the viability kernel, which holds at every delay. There is always an allowed "
        "action, so no penalty is needed.",
    ),
}
"""Words that differ on a level where traffic can be late."""


@dataclass(frozen=True)
class Failure:
    """How a shown episode failed.

    Attributes:
        text: in a few words.
        cell: where: the cell of the crash, which may lie off the board, or of the dead end.
        moved: whether the agent got there; it does not get into walls.
        crash: whether it was one, not a dead end.
    """

    text: str
    cell: Cell
    moved: bool
    crash: bool


class Entry:
    """One of the three: its standing and its shown episode.

    Attributes:
        name: which one.
        seed: of the delays in late traffic; the episodes of one number have the same in all three.
        shown: episodes shown so far.
        standing: the newest, None before the first.
        playback: plays `rollout`.
        failure: how the shown episode ends, if it fails.
        way: the cells it leads through, one more than moves.
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self.seed = seed
        self.shown = 0
        self.standing: Standing | None = None
        self.playback = Playback()
        self.failure: Failure | None = None
        self.way: tuple[Cell, ...] = ()

    def description(self, opened: LoadedLevel | None) -> Description:
        """Its words on a level."""
        return described(self.name, late=opened is not None and is_late(opened.level))

    @property
    def failed(self) -> bool:
        """Whether the failure of the shown episode is on screen."""
        return self.failure is not None and self.playback.finished

    def play(self, opened: LoadedLevel, rng: np.random.Generator, *, exploring: bool) -> None:
        """Plays an episode under the newest policy."""
        if self.standing is None:
            return
        from learner.core.rollout import play  # noqa: PLC0415  loaded by the comparison's thread

        standing, baseline = self.standing, self.standing.baseline
        shortest = int(opened.optimal.steps_to_goal[opened.mdp.starts[0]])
        level, mdp, start = opened.level, baseline.mdp, int(rng.choice(opened.mdp.starts))
        delays = delays_of(level, self.seed + self.shown, 0)
        self.shown += 1

        def step(state: int, column: int, made: int) -> int:
            ahead: int = mdp.next_state.item(state, column)
            if ahead == mdp.crash:
                return ahead
            met = _vehicle_met(level, mdp.cell(state), mdp.cell(ahead), made, delays)
            return ahead if met is None else mdp.crash

        rollout = play(
            mdp,
            baseline.safe,
            standing.labels,
            start,
            epsilon=standing.epsilon if exploring else 0.0,
            rng=rng,
            limit=max(min(2 * shortest, MOST_LIMIT), shortest, LEAST_LIMIT),
            step=step if delays is not None else None,
        )
        self.failure = failure_of(opened, mdp, rollout, delays)
        self.way = way_of(opened, rollout, self.failure)
        self.playback.start(rollout, delays)

    def scene(self, opened: LoadedLevel) -> Scene:
        """The moment shown on its board."""
        mdp, playback, rollout = opened.mdp, self.playback, self.playback.rollout
        if rollout is None:
            start = mdp.cell(mdp.starts[0])
            return Scene(0, start, start)
        scene = scene_of(playback, opened.level, mdp, self.way.__getitem__)
        last = playback.index == playback.n_moves - 1 and playback.animated
        if last and self.failure is not None and not self.failure.moved:  # into what blocks
            return replace(scene, refused=scene.facing, refused_progress=playback.hop_progress)
        return scene


def way_of(opened: LoadedLevel, rollout: "Rollout", failure: "Failure | None") -> "tuple[Cell, ...]":
    """The cells of an episode; in a crash into an obstacle of the map, the agent stays in its cell."""
    if rollout.outcome != "crash" or failure is None:
        return tuple(opened.mdp.cell(state) for state in rollout.states)
    cells = [opened.mdp.cell(state) for state in rollout.states[:-1]]
    return (*cells, failure.cell if failure.moved else cells[-1])


def failure_of(opened: LoadedLevel, mdp: "Mdp", rollout: "Rollout", delays: Delays | None) -> Failure | None:
    """Where and why an episode failed on these tables and with these delays, None if it did not."""
    if rollout.outcome == "dead_end":
        return Failure("trapped", mdp.cell(rollout.states[-1]), moved=True, crash=False)
    if rollout.outcome != "crash":
        return None
    from levels.proof.reasons import explain  # noqa: PLC0415  loaded by the opening thread

    state, action = rollout.states[-2], mdp.actions[rollout.actions[-1]]
    here = mdp.cell(state)
    target = aim(opened.level, here, action)
    if target != here or action is Action.WAIT or opened.level.walls == "stay":
        mover = _vehicle_met(opened.level, here, target, len(rollout.actions) - 1, delays)
        if mover is not None:
            return Failure(f"hit by {with_article(mover.look)}", target, moved=True, crash=True)
    reason = explain(opened.level, mdp, opened.safe, state, action)
    moved = reason.kind in ("occupied", "swap", "drowned", "carried_off")
    return Failure(describe(opened, reason), reason.cell, moved=moved, crash=True)


def _vehicle_met(level: Level, here: Cell, target: Cell, made: int, delays: Delays | None) -> Mover | None:
    """What is late or can be, and is really met after so many moves of an episode that began at phase 0."""
    if delays is None:
        return None
    return vehicle_met(level, here, target, made, delays.at(made), delays.at(made + 1))


def describe(opened: LoadedLevel, reason: "Reason") -> str:
    """What the agent crashed into, in a few words."""
    if reason.kind == "outside":
        return "off the board"
    if reason.kind == "drowned":
        return "into the water"
    if reason.obstacle is None:
        row, col = reason.cell
        look = opened.level.board.looks[row][col]
        return f"into {with_article(look) if look else 'the water'}"
    by = with_article(opened.level.obstacles[reason.obstacle].look)
    return f"carried off by {by}" if reason.kind == "carried_off" else f"hit by {by}"


def described(name: str, *, late: bool) -> Description:
    """The words for a baseline on a level where traffic keeps its timetable, or can be late."""
    return LATE.get(name, DESCRIPTIONS[name]) if late else DESCRIPTIONS[name]
