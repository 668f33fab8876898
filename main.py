"""Safe Crossing's command line.

A file becomes a Level, the Level an Mdp of integer tables, the Mdp its allowed actions; a Trainer walks the
tables and freezes a Snapshot, and the window plays a Rollout of it. Each command takes this route as far as
it needs, and imports no more. Commands are declared here; their bodies are where their work is.
"""

# ruff: noqa: PLC0415  imports are in the commands: `check` never loads pygame, the window opens before numba loads

import signal
import sys

if __name__ == "__main__" or sys.argv[0].endswith(
    ("safe-crossing", "safe-crossing.exe")
):  # the installed command
    # The system ends the program from the first line on, with no traceback. See `levels.files.ending`.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):  # what `run.py` held back while it handed over acts now
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))

import difflib
import io
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

if sys.flags.safe_path:  # PYTHONSAFEPATH or -P keeps out the folder that holds levels, learner and game
    sys.path.insert(0, str(Path(__file__).resolve().parent))

import typer
from typer.core import TyperGroup

from levels.files.bundled import bundled, installed
from levels.files.problems import UserError, printable
from levels.files.terminal import tell
from levels.random.codes import LARGEST_SEED
from levels.text.reader import builtin_levels

STARTED = time.perf_counter()
"""When the program began [s]; the window counts the time to its first picture from here."""
COMMAND = "safe-crossing" if bundled() or installed() else "python3 run.py"
"""How the program is started: run.py hands on all arguments but its own two, `test` and `pip`."""
Json = Annotated[bool, typer.Option("--json", help="Print only JSON on stdout.")]


class WindowByDefault(TyperGroup):
    """The group of commands, where a level (or nothing) in a command's place means the window."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `window` in front of arguments that name no command; a misspelt command gets a sentence."""
        if not args or (args[0] not in self.commands and args[0] != "--help"):
            if args and (meant := self._misspelt(args[0])):
                sentence = f"There is no command “{args[0]}”, and no level of that name"
                raise UserError(f"{sentence}; did you mean {meant}?")
            args = ["window", *args]
        return list(super().parse_args(ctx, args))

    def invoke(self, ctx: Any) -> Any:
        """Run a command; arguments that typer repeats in an error can't steer the terminal.

        Typer checks values with pydantic, which begins some sentences with a name of Python's.
        """
        try:
            return super().invoke(ctx)
        except Exception as error:
            if isinstance(message := getattr(error, "message", None), str):
                vars(error)["message"] = printable(message).removeprefix("Value error, ")
            raise

    def _misspelt(self, word: str) -> str | None:
        """The command nearest to a word of letters; None if a level is nearer, or such a file is there."""
        if not word.isalpha() or Path(word).exists():
            return None
        near = difflib.get_close_matches(word, [*self.commands, *builtin_levels()], n=1)
        return near[0] if near and near[0] in self.commands else None


app = typer.Typer(
    cls=WindowByDefault,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Watch an agent learn to cross traffic without ever crashing. With no command, the window opens.",
    epilog=None
    if bundled() or installed()
    else f"{COMMAND} test runs the tests; {COMMAND} pip install NAME adds an optional package.",
)


def folder(name: str | Path) -> Path:
    """Give the folder of this name, or a default's own.

    Raises:
        BadParameter: the name is empty, which `Path` would take for the current folder, or blank.
    """
    if not str(name).strip():
        raise typer.BadParameter("the folder has no name; write one, or “.” for the current folder")
    return Path(name)


def file(name: str | Path) -> Path:
    """Give the file of this name, or a default's own.

    Raises:
        BadParameter: the name is empty or blank.
    """
    if not str(name).strip():
        raise typer.BadParameter("the file has no name; write one")
    return Path(name)


@app.command()
def window(
    level: Annotated[
        str | None, typer.Argument(metavar="[LEVEL]", help="A level file, or a built-in's name.")
    ] = None,
    *,
    frames: Annotated[int | None, typer.Option(min=1, help="Close after this many frames.")] = None,
    screenshot: Annotated[
        Path | None, typer.Option(parser=file, help="Save the last of --frames as a PNG.")
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the learner.")] = 0,
    unlimited: Annotated[
        bool, typer.Option("--unlimited", help="Start with unlimited training speed.")
    ] = False,
    overlays: Annotated[
        str, typer.Option(help="Overlays to start with, as values,policy; a wrong name lists all.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Open the window on a level or on the menu (the default command)."""
    from game.shell.start import start

    start(
        level,
        frames=frames,
        screenshot=screenshot,
        seed=seed,
        unlimited=unlimited,
        overlays=names_in(overlays),
        as_json=as_json,
        started=STARTED,
        draw_run=draw_run,
    )


@app.command()
def check(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE…", help="Files of levels or lessons, or built-ins' names.")
    ],
    as_json: Json = False,
) -> None:
    """Certify levels and prove lessons without training; exit code 0 if all are sound, 2 otherwise."""
    from levels.lessons import check

    raise typer.Exit(0 if check.check(files, as_json=as_json) else 2)


@app.command()
def train(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="A level file, or a built-in's name.")],
    *,
    learner: Annotated[
        Literal["ours", "one_step", "plain", "lagrangian", "sarsa", "expected_sarsa", "double_q"],
        typer.Option(help="Who learns. Episodes of all but ours start at phase 0."),
    ] = "ours",
    seed: Annotated[
        int | None, typer.Option(min=0, help="Same seed, same result to the last bit. Default 0.")
    ] = None,
    episodes: Annotated[
        int, typer.Option(min=1, max=10**15, help="Stop after this many episodes in total.")
    ] = 1_000_000,
    learning_rate: Annotated[float | None, typer.Option(help="Override the level's β.")] = None,
    discount: Annotated[float | None, typer.Option(help="Override the level's γ.")] = None,
    epsilon: Annotated[float | None, typer.Option(help="Override the level's ε.")] = None,
    threshold: Annotated[float | None, typer.Option(help="Converged when Σ|ΔQ| falls below it.")] = None,
    safety: Annotated[Literal["viable", "one_step"] | None, typer.Option(help="The safe set.")] = None,
    episode_limit: Annotated[int | None, typer.Option(help="Transitions before an episode is cut.")] = None,
    start_phases: Annotated[
        Literal["zero", "all"] | None, typer.Option(help="Phases at which episodes start.")
    ] = None,
    start_cells: Annotated[
        Literal["level", "all"] | None, typer.Option(help="Cells in which episodes start.")
    ] = None,
    stopping_rule: Annotated[
        Literal["settled", "published"] | None,
        typer.Option(
            help="When training has converged: settled also looks at every start's path, published does not."
        ),
    ] = None,
    save: Annotated[Path | None, typer.Option(parser=file, help="Save the trained state.")] = None,
    resume: Annotated[Path | None, typer.Option(parser=file, help="Continue a saved run.")] = None,
    export_to: Annotated[
        Path | None,
        typer.Option("--export", parser=folder, help="Export curves, chart and tables into a folder."),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace any file, even a level.")] = False,
    as_json: Json = False,
) -> None:
    """Train without a window; exit code 0 when converged on settled paths, 1 when not, 2 for a bad level.

    If saving or exporting fails after training, the result is printed and the exit code is 2; the save goes
    to another folder, which is named.
    """
    from learner.runs import train

    learned = train.train(
        level,
        learner=learner,
        seed=seed,
        episodes=episodes,
        safety=safety,
        learning={
            "learning_rate": learning_rate,
            "discount": discount,
            "epsilon": epsilon,
            "threshold": threshold,
            "episode_limit": episode_limit,
            "start_phases": start_phases,
            "start_cells": start_cells,
            "stopping_rule": stopping_rule,
        },
        save=save,
        resume=resume,
        export=export_to,
        draw=draw_run,
        force=force,
        as_json=as_json,
    )
    raise typer.Exit(0 if learned else 1)


@app.command()
def export(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="A level file, or a built-in's name.")],
    out: Annotated[Path, typer.Argument(parser=file, metavar="OUT", help="The file to write.")],
    *,
    to: Annotated[Literal["drn", "certificate"], typer.Option("--to", help="What to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace even a level file.")] = False,
) -> None:
    """Write a level's tables for the model checker Storm (drn), or its certificate as JSON."""
    from levels.proof import exports

    exports.export(level, out, to, force=force)


@app.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file in any supported format.")],
    out: Annotated[Path, typer.Argument(parser=file, metavar="OUT", help="The level file to write.")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it exists.")] = False,
) -> None:
    """Write a text maze, a Sokoban, FrozenLake or Tiled map, or a file of another format, as a level file."""
    from levels.text import convert

    convert.convert(source, out, force=force)


@app.command()
def surprise(
    out: Annotated[Path, typer.Argument(parser=file, metavar="OUT", help="The level file to write.")],
    *,
    seed: Annotated[int, typer.Option(min=0, max=LARGEST_SEED, help="Same seed, same level.")] = 0,
    difficulty: Annotated[int, typer.Option(min=1, max=5, help="From easy to hard.")] = 2,
    kind: Annotated[
        Literal["road", "late", "river"], typer.Option(help="Roads, late traffic, or rivers.")
    ] = "road",
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it exists.")] = False,
) -> None:
    """Write a random certified crossing."""
    from levels.random import surprise

    surprise.write_surprise(out, seed, difficulty, kind, force=force)


@app.command()
def figures(
    out: Annotated[Path, typer.Option(parser=folder, help="The output folder.")] = Path("figures"),
) -> None:
    """Reproduce the figures and the table of the paper's section 4 over ten seeds: PNG and CSV."""
    from game.export import figures

    figures.figures(out)


@app.command()
def study(
    name: Annotated[str, typer.Argument(metavar="baselines|dead-ends|everywhere|svm", help="Which study.")],
    *,
    out: Annotated[Path, typer.Option(parser=folder, help="The output folder.")] = Path("figures"),
) -> None:
    """Run a study: print its table, and write its numbers as CSV and a chart as PNG."""
    from game.export.figures import studies

    studies.study(name, out)


@app.command()
def sweep(
    levels: Annotated[list[str], typer.Argument(metavar="LEVEL…", help="Level files, or built-ins' names.")],
    *,
    seeds: Annotated[str, typer.Option(help="Seeds, as 0:100 (0 to 99) or 1,2,3.")] = "0:10",
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="A setting and its values, as epsilon=0.05,0.1; may be given again."),
    ] = None,
    learner: Annotated[str, typer.Option(help="Learners, as ours,plain; a wrong name lists all.")] = "ours",
    out: Annotated[
        Path, typer.Option(parser=folder, help="The output folder; finished runs in it are kept.")
    ] = Path("sweep"),
    workers: Annotated[int, typer.Option(min=1, max=256, help="Worker processes on this machine.")] = (
        os.cpu_count() or 1
    ),
    scheduler: Annotated[
        str | None, typer.Option(help="A Dask scheduler to run on instead, as tcp://host:8786.")
    ] = None,
    episodes: Annotated[
        int, typer.Option(min=1, max=10**12, help="Maximum number of episodes of a run.")
    ] = 200_000,
) -> None:
    """Make many runs side by side, on Dask: tables as CSV and Parquet, a summary and charts."""
    from game.export import sweep

    sweep.sweep(
        levels,
        seeds=seeds,
        settings=settings or (),
        learners=learner,
        out=out,
        workers=workers,
        scheduler=scheduler,
        episodes=episodes,
    )


@app.command()
def record(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="A level file, or a built-in's name.")],
    out: Annotated[
        Path, typer.Argument(parser=file, metavar="OUT", help="The film: .gif, .apng or .png, .webp, .mp4.")
    ],
    *,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the learner.")] = 0,
    speed: Annotated[float, typer.Option(help="Moves per second: 0.5, 1, 2, 4, 8, 16 or 32.")] = 4.0,
    overlays: Annotated[str, typer.Option(help="Overlays, as values,policy; a wrong name lists all.")] = "",
    width: Annotated[int, typer.Option(min=64, max=2000, help="Maximum width of the film [px].")] = 640,
    episodes: Annotated[
        int, typer.Option(min=1, max=10**12, help="Maximum number of training episodes.")
    ] = 200_000,
    force: Annotated[bool, typer.Option("--force", help="Replace even a level file.")] = False,
) -> None:
    """Learn a level without a window and record the learned policy."""
    from game.export import film

    film.record(level, out, film.Shot(seed, speed, names_in(overlays), width), episodes, force=force)


@app.command()
def bench(as_json: Json = False) -> None:
    """Measure our speed against others', and frame times, as ratios, in about three minutes."""
    from game.export import bench

    bench.bench(as_json=as_json)


@app.command()
def install() -> None:
    """Put the program into the desktop's menu."""
    from game.shell.menu_entry import installing

    installing.install()


@app.command()
def uninstall() -> None:
    """Remove the program from the desktop's menu."""
    from game.shell.menu_entry import installing

    installing.uninstall()


@app.command()
def bundle(
    out: Annotated[Path, typer.Option(parser=folder, help="The folder to build it in.")] = Path("dist"),
) -> None:
    """Build a folder with the program and all it needs, for machines without Python."""
    from game.export import bundle

    bundle.bundle(out)


def draw_run(run: Any, path: Path) -> None:
    """Draw the chart of a run; the window and `train` are given it, since drawing figures is above them."""
    from game.export.figures import run as figure

    figure.draw_run(run, path)


def names_in(overlays: str) -> tuple[str, ...]:
    """The names in a list separated by commas."""
    return tuple(filter(None, overlays.split(",")))


def main(args: Sequence[str] | None = None) -> int:
    """Run a command line (by default the program's own) and give its exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that has no “·” shows “?”
    try:
        app(args, prog_name=COMMAND)
    except SystemExit as end:
        if end.code in (130, 143):
            tell("Interrupted.", error=True)
        return end.code if isinstance(end.code, int) else 2
    except (UserError, OSError) as error:
        tell(str(error), error=True)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
