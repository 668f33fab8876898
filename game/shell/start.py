"""The command `window`."""

import json
from pathlib import Path

import typer

from game.board.overlays import OVERLAYS
from game.services.services import DrawRun
from game.shell.loop import run
from game.shell.options import Options
from levels.files.problems import UserError
from levels.text.outputs import refuse_level
from levels.text.reader import find_level


def start(
    level: str | None,
    *,
    frames: int | None,
    screenshot: Path | None,
    seed: int,
    unlimited: bool,
    overlays: tuple[str, ...],
    as_json: bool,
    started: float,
    draw_run: DrawRun,
) -> None:
    """Run the window to its end; the arguments are those of `Options`, the level by its name.

    Raises:
        typer.BadParameter: --screenshot without --frames, or an overlay that does not exist.
        UserError: no such level, one that was refused in the window, no display, or a picture not saved.
    """
    if screenshot is not None:
        if frames is None:
            raise typer.BadParameter("--screenshot saves the last of --frames N: give both.")
        refuse_level(screenshot)
    path = None if level is None else find_level(level)
    if not set(overlays) <= set(OVERLAYS):
        raise typer.BadParameter(f"--overlays takes a comma-separated list of {','.join(OVERLAYS)}.")
    figures, problem = run(Options(path, frames, screenshot, seed, unlimited, overlays, started, draw_run))
    if as_json:
        print(json.dumps(figures))
    if problem:
        raise UserError(problem)
