"""The figures of the paper's section 4, redrawn: boards, trends, policies, film strips, and the results.

The same seeds give the same bytes, but for the seconds in `results_timed.csv`. No window is opened.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import pygame

from game.export.figures import boards
from game.export.figures.chart import FiguresError, require_matplotlib
from game.export.figures.runs import trend
from game.export.figures.trends import draw_trends
from game.ui.drawing.pictures import save_picture
from learner.studies.results import results, write_csv
from levels.files.saving import make_folder
from levels.files.terminal import named, progress_bar, tell
from levels.text.reader import studied_levels

__all__ = ["FIGURES", "SEEDS", "FiguresError", "figures", "make_figures"]

Seeds = tuple[int, ...]
SEEDS: Seeds = tuple(range(10))
"""The seeds of the figures as they stand in `docs/paper.md`."""
GRIDS = tuple(f"grid_{n}" for n in range(4, 10))


def figures(out: Path) -> None:
    """Make all figures in a folder, with a progress bar: the command `figures`."""
    with progress_bar() as bar:
        task = bar.add_task("figures", total=len(FIGURES))
        paths = make_figures(
            out, progress=lambda done, _, name: bar.update(task, completed=done, description=name)
        )
    tell(f"{named(out)}: {len(paths)} files written")


def make_figures(
    out: Path,
    seeds: Seeds = SEEDS,
    progress: Callable[[int, int, str], None] = lambda _done, _total, _name: None,
    names: Sequence[str] | None = None,
) -> tuple[Path, ...]:
    """Makes the figures in a folder, which is made too if need be; gives their paths.

    Args:
        out: the folder.
        seeds: trends and results take all of them, policies and film strips the first.
        progress: called before each figure with the number of those that are done, of all, and its name.
        names: which of FIGURES to make, None for all.

    Raises:
        FiguresError: matplotlib is not installed; nothing has been made then.
        UnwritableError: a file cannot be written.
    """
    require_matplotlib()
    pygame.font.init()
    make_folder(out)
    chosen = tuple(FIGURES) if names is None else tuple(names)
    for done, name in enumerate(chosen):
        progress(done, len(chosen), name)
        FIGURES[name](out / name, seeds)
    progress(len(chosen), len(chosen), "")
    return tuple(out / name for name in chosen)


FIGURES: dict[str, Callable[[Path, Seeds], None]] = {
    "gallery.png": lambda path, _: save_picture(boards.gallery(), path),
    "boards.png": lambda path, _: save_picture(boards.boards(), path),
    "trend_grids.png": lambda path, seeds: draw_trends([[trend(name, seeds) for name in GRIDS]], path),
    "policy_grid_4.png": lambda path, seeds: save_picture(boards.policy("grid_4", seeds[0]), path),
    "trend_maze_15.png": lambda path, seeds: draw_trends([[trend("maze_15", seeds)]], path),
    "policy_maze_15.png": lambda path, seeds: save_picture(boards.policy("maze_15", seeds[0]), path),
    "trend_moving.png": lambda path, seeds: draw_trends(
        [[trend("patrol_15x9", seeds)], [trend("crossy_road", seeds)]], path
    ),
    "strip_patrol_15x9.png": lambda path, seeds: save_picture(boards.strip("patrol_15x9", seeds[0]), path),
    "strip_crossy_road.png": lambda path, seeds: save_picture(boards.strip("crossy_road", seeds[0]), path),
    "results.csv": lambda path, seeds: write_csv(results(studied_levels(), seeds), path),
    "results_timed.csv": lambda path, seeds: write_csv(
        results(studied_levels(), seeds), path, with_seconds=True
    ),
}
"""Every figure, the gallery first: its file's name, and what draws it to a path for some seeds."""
