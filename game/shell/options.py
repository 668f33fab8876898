"""Options: what the command line asks of the window."""

from dataclasses import dataclass
from pathlib import Path

from game.services.services import DrawRun


@dataclass(frozen=True)
class Options:
    """The command line's options for the window.

    Attributes:
        path: the level to open, None for the menu.
        frames, screenshot: close after this many frames and save the last one.
        seed: seed of learning.
        unlimited: training without a pace from the start.
        overlays: names of the overlays that are on from the start.
        started: reading of `time.perf_counter` when the program began [s].
        draw_run: draws the chart of a `learner.runs.export.ExportedRun` into a file.
    """

    path: Path | None = None
    frames: int | None = None
    screenshot: Path | None = None
    seed: int = 0
    unlimited: bool = False
    overlays: tuple[str, ...] = ()
    started: float = 0.0
    draw_run: DrawRun | None = None
