"""The chart of one exported run: how values changed and how long episodes were."""

from pathlib import Path
from typing import Any

import numpy as np

from game.export.figures.chart import SINGLE, chart, require_matplotlib
from game.ui.theme import UNSAFE
from learner.core.commands import changes_to_json
from learner.runs.export import ExportedRun

SIZE = 6.4, 5.0
"""Width and height [inch]."""
SYMBOLS = {"learning_rate": "β", "discount": "γ", "epsilon": "ε"}
MOST_NAMED = 2
"""Changes of settings that the title names."""


def draw_run(run: ExportedRun, path: Path) -> None:
    """Draws Σ|ΔQ| with the distance to Q*, and below it the steps of an episode, as a PNG or SVG.

    A band reaches from the least to the greatest of a bucket of episodes, its line is the mean.

    Raises:
        FiguresError: matplotlib is not installed.
        UnwritableError: no file can be written there.
    """
    require_matplotlib()
    from matplotlib.ticker import LogLocator  # noqa: PLC0415  an extra, as in `chart`

    snapshot, history = run.snapshot, run.snapshot.history
    with chart(path, SIZE, rows=2) as (figure, ((change,), (steps,))):
        figure.suptitle(title_of(run), fontsize=9.5)
        at = history.episodes
        floor = run.level.learning.threshold / 10  # what dies out below it would squeeze everything else
        lowest, mean, greatest = (
            np.maximum(values, floor)
            for values in (history.change_min, history.change_mean, history.change_max)
        )
        change.fill_between(at, lowest, greatest, color=SINGLE, alpha=0.18, linewidth=0)
        change.plot(at, mean, color=SINGLE, label="Σ|ΔQ| of an episode")
        measured = np.isfinite(history.q_error)
        distance = np.maximum(history.q_error[measured], floor)
        change.plot(at[measured], distance, ".-", color="#8a4fbf", markersize=3, label="|Q − Q*|")
        threshold = run.level.learning.threshold
        change.axhline(
            threshold, color=UNSAFE, linestyle=(0, (5, 3)), linewidth=1.2, label=f"threshold {threshold:g}"
        )
        change.set_yscale("log")
        steps.fill_between(at, history.steps_min, history.steps_max, color=SINGLE, alpha=0.18, linewidth=0)
        steps.plot(at, history.steps_mean, color=SINGLE, label="mean")
        shortest = _shortest(run)
        if shortest > 0:
            steps.axhline(shortest, color="#2c8a57", linestyle=(0, (1, 2)), label=f"shortest path {shortest}")
        steps.set_yscale("log")
        steps.set_ylabel("steps of an episode")
        steps.set_xlabel("episode")
        steps.xaxis.set_major_formatter("{x:,.0f}")
        steps.yaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))  # short runs span no whole decade
        steps.yaxis.set_major_formatter("{x:,.0f}")
        steps.yaxis.set_minor_formatter("")
        for panel in (change, steps):
            if snapshot.converged_episode is not None:
                panel.axvline(snapshot.converged_episode, color="#5b6677", linewidth=0.9, label="converged")
            if panel.get_legend_handles_labels()[0]:
                panel.legend(
                    loc="lower left", bbox_to_anchor=(0.0, 1.0), ncols=4, fontsize=8, borderaxespad=0.1
                )


def _shortest(run: ExportedRun) -> int:
    """Steps of the shortest path from the start that is nearest to a goal."""
    return int(min(run.snapshot.optimum.steps_to_goal[list(run.mdp.starts)]))


def title_of(run: ExportedRun) -> str:
    """The level, the seed and the settings it began with, and below them the first changes of these."""
    began, seed = run.snapshot.began_with, "" if run.seed is None else f" · seed {run.seed}"
    settings = f"β {began.learning_rate:g} · γ {began.discount:g} · ε {began.epsilon:g}"
    changes = changes_to_json(run.snapshot.changes)
    told = [_change(change) for change in changes[:MOST_NAMED]]
    more = [f"and {len(changes) - MOST_NAMED:,} more"] if len(changes) > MOST_NAMED else []
    return "\n".join([f"{run.level.name}{seed} · {settings}", *(["; ".join([*told, *more])] if told else [])])


def _change(change: dict[str, Any]) -> str:
    values = ", ".join(f"{sign} {change[name]:g}" for name, sign in SYMBOLS.items() if name in change)
    return f"{values} from transition {change['transition']:,}"
