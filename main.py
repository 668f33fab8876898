"""Safe Crossing's command line.

A file becomes a Level, the Level an Mdp of integer tables, the Mdp its allowed actions; a Trainer walks the
tables and freezes a Snapshot, and the window plays a Rollout of it. Each command below takes this route as
far as it needs, and imports no more.
"""

# ruff: noqa: PLC0415  imports are in the commands: `check` never loads pygame, the window opens before numba loads

import signal

if __name__ == "__main__":
    # The system ends the program from the first line on, with no traceback. See `levels.files.ending`.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if hasattr(signal, "pthread_sigmask"):  # what `run.py` held back while it handed over acts now
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))

import difflib
import io
import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, NoReturn

if sys.flags.safe_path:  # PYTHONSAFEPATH or -P keeps out the folder that holds levels, learner and game
    sys.path.insert(0, str(Path(__file__).resolve().parent))

import typer
from typer.core import TyperGroup

from levels.files.ending import held, raised
from levels.files.problems import LevelError, printable
from levels.files.terminal import named, tell
from levels.text.reader import builtin_levels, find_level, holds_level, read_file

if TYPE_CHECKING:
    from rich.progress import Progress

    from learner.core.trainer import Trainer
    from levels.model.level import Level
    from levels.text.reader import LevelFile

STARTED = time.perf_counter()
"""When the program began [s]; the window counts the time to its first picture from here."""
COMMAND = "python3 run.py"
"""How the program is started: run.py hands on all arguments but its own two, `test` and `pip`."""
Json = Annotated[bool, typer.Option("--json", help="Print only JSON on stdout.")]


class WindowByDefault(TyperGroup):
    """The group of commands, where a level (or nothing) in a command's place means the window."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Put `window` in front of arguments that name no command; a misspelt command gets a sentence."""
        if not args or (args[0] not in self.commands and args[0] != "--help"):
            if args and (meant := self._misspelt(args[0])):
                fail(f"There is no command “{args[0]}”, and no level of that name; did you mean {meant}?")
            args = ["window", *args]
        return list(super().parse_args(ctx, args))

    def invoke(self, ctx: Any) -> Any:
        """Run a command; arguments that typer repeats in an error can't steer the terminal."""
        try:
            return super().invoke(ctx)
        except Exception as error:
            if isinstance(message := getattr(error, "message", None), str):
                vars(error)["message"] = printable(message)
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
    epilog=f"{COMMAND} test runs the tests; {COMMAND} pip install NAME adds an optional package.",
)


@app.command()
def window(
    level: Annotated[
        str | None, typer.Argument(metavar="[LEVEL]", help="A level file, or a built-in's name.")
    ] = None,
    *,
    frames: Annotated[int | None, typer.Option(min=1, help="Close after this many frames.")] = None,
    screenshot: Annotated[Path | None, typer.Option(help="Save the last of --frames as a PNG.")] = None,
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
    if screenshot is not None and frames is None:
        raise typer.BadParameter("--screenshot saves the last of --frames N: give both.")
    from game.board.overlays import OVERLAYS
    from game.shell.loop import run
    from game.shell.options import Options
    from game.shell.window.display import WindowError

    if screenshot is not None:
        refuse_level(screenshot)
    path = None if level is None else find_level(level)
    names = tuple(filter(None, overlays.split(",")))
    if not set(names) <= set(OVERLAYS):
        raise typer.BadParameter(f"--overlays takes a comma-separated list of {','.join(OVERLAYS)}.")
    try:
        figures, problem = run(Options(path, frames, screenshot, seed, unlimited, names, STARTED))
    except WindowError as error:
        fail(str(error))
    if as_json:
        print(json.dumps(figures))
    if problem:
        fail(problem)


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Level files, or built-ins' names.")],
    as_json: Json = False,
) -> None:
    """Read and certify levels without training; exit code 0 if all are certified, 2 otherwise."""
    all_certified = True
    for name in files:
        record, text = examined(name)
        all_certified &= record["ok"]
        if as_json:
            print(json.dumps(record), flush=True)
        else:
            tell(text, error=not record["ok"])
    raise typer.Exit(0 if all_certified else 2)


@app.command()
def train(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="A level file, or a built-in's name.")],
    *,
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
    stopping_rule: Annotated[
        Literal["settled", "published"] | None,
        typer.Option(help="When training has converged: docs/paper.md."),
    ] = None,
    save: Annotated[Path | None, typer.Option(help="Save the trained state.")] = None,
    resume: Annotated[Path | None, typer.Option(help="Continue a saved run.")] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace even a level file.")] = False,
    as_json: Json = False,
) -> None:
    """Train without a window; exit code 0 when converged, 1 when not within the cap, 2 for a bad level.

    If saving fails after training, the result is printed and the exit code is 2.
    """
    from learner.core.trainer import DeadEndError
    from learner.runs.checkpoint import CheckpointError
    from learner.runs.report import told
    from learner.runs.training import SettingsError, run_training, with_settings
    from levels.proof.prove import prove
    from levels.proof.report import record_of

    settings = {
        "learning_rate": learning_rate,
        "discount": discount,
        "epsilon": epsilon,
        "threshold": threshold,
        "episode_limit": episode_limit,
        "start_phases": start_phases,
        "stopping_rule": stopping_rule,
    }
    settings = {name: value for name, value in settings.items() if value is not None}
    own = [*settings, *(["seed"] if seed is not None else [])]
    if resume is not None and own:
        fail(f"A saved run keeps its own settings: drop --{' --'.join(own).replace('_', '-')}.")
    file = read_file(find_level(level))
    if save is not None:
        refuse_level(save, force=force)
    unsaved: list[CheckpointError] = []
    try:
        the_level = with_settings(file.level, safety, settings)
        proof = prove(replace(file, level=the_level))
        if proof.refused:
            fail(str(proof.objection))
        proved = record_of(level, proof.certificate, proof.objection)
        for warning in proof.warnings:
            tell(f"warning: {warning}", error=True)
        run = run_training(
            proof,
            seed or 0,
            lambda trainer: learn(trainer, episodes),
            save=save,
            resume=resume,
            unsaved=unsaved.append,
        )
    except (KeyboardInterrupt, SystemExit):
        if unsaved:
            tell(f"\n{unsaved[0]}", error=True)
        elif save is not None and save.exists():
            tell(f"\nContinue with --resume {named(save)}.", error=True)
        raise
    except DeadEndError as error:
        dead_end = error.named(the_level, proof.mdp, proof.safe)
        if as_json:
            print(json.dumps(proved | {"dead_end": dead_end.to_json()}))
        fail("\n".join([dead_end.told(), *map(str, unsaved)]))
    except (SettingsError, CheckpointError) as error:
        fail(str(error))
    if as_json:
        print(json.dumps(proved | run.record))
    else:
        tell(told(the_level, proof.certificate, run.record))
    if run.advice:
        tell(run.advice, error=True)
    if unsaved:
        fail(str(unsaved[0]))
    raise typer.Exit(0 if run.learned else 1)


@app.command()
def export(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="A level file, or a built-in's name.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The file to write.")],
    *,
    to: Annotated[Literal["drn", "certificate"], typer.Option("--to", help="What to write.")],
    force: Annotated[bool, typer.Option("--force", help="Replace even a level file.")] = False,
) -> None:
    """Write a level's tables for the model checker Storm (drn), or its certificate for tests/recheck.py."""
    from levels.proof.exports import write_certificate, write_drn
    from levels.proof.prove import prove

    file = read_file(find_level(level))
    refuse_level(out, force=force)
    proof = prove(file)
    if to == "drn":
        write_drn(proof.mdp, out, file.level.name)
    else:
        write_certificate(file, proof, out)
    tell(f"{named(out)}: written, {size_of(out)}")


@app.command()
def convert(
    source: Annotated[str, typer.Argument(metavar="IN", help="A file in any supported format.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The level file to write.")],
    *,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it exists.")] = False,
) -> None:
    """Write a file of another format (docs/formats.md) as a level file."""
    file = read_file(find_level(source))
    refuse_existing(out, force=force)
    write_level(file.level, out)
    tell("\n".join([f"{named(out)}: written", *notes_of(file)]))


@app.command()
def surprise(
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The level file to write.")],
    *,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same level.")] = 0,
    difficulty: Annotated[int, typer.Option(min=1, max=5, help="Difficulty, see docs/levels.md.")] = 2,
    force: Annotated[bool, typer.Option("--force", help="Replace OUT if it exists.")] = False,
) -> None:
    """Write a random certified crossing."""
    from levels.random import surprise as made

    refuse_existing(out, force=force)
    level = made.surprise(seed, difficulty)
    write_level(level, out)
    tell(f"{named(out)}: {level.name}. {level.about}")


@app.command()
def figures(
    out: Annotated[Path, typer.Option(help="The output folder.")] = Path("figures"),
) -> None:
    """Reproduce the figures and the table of the paper's section 4 over ten seeds: PNG and CSV."""
    from game.export.figures import FIGURES, FiguresError, make_figures

    with progress_bar() as progress:
        bar = progress.add_task("figures", total=len(FIGURES))
        try:
            paths = make_figures(
                out, progress=lambda done, _, name: progress.update(bar, completed=done, description=name)
            )
        except FiguresError as error:
            fail(str(error))
    tell(f"{named(out)}: {len(paths)} files written")


@app.command()
def study(
    name: Annotated[str, typer.Argument(metavar="dead-ends|svm", help="Which study.")],
    *,
    out: Annotated[Path, typer.Option(help="The output folder.")] = Path("figures"),
) -> None:
    """Run a study of docs/paper.md: print its table, and write its numbers as CSV and a chart as PNG."""
    from game.export.figures.studies import STUDIES, FiguresError, SolverMissingError, run_study

    if name not in STUDIES:
        fail(f"There is no study “{printable(name)}”; the studies are {', '.join(STUDIES)}.")
    with progress_bar() as progress:
        bar = progress.add_task(name, total=None)
        try:
            table = run_study(name, out, partial(progress.update, bar))
        except (FiguresError, SolverMissingError) as error:
            fail(str(error))
    tell(table)


@app.command()
def record(
    level: Annotated[str, typer.Argument(metavar="LEVEL", help="A level file, or a built-in's name.")],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="The film: .gif, .apng or .png, .webp, .mp4.")],
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
    from game.export.film import Shot, make_film
    from game.services.films.recorder import FilmError
    from levels.proof.prove import prove

    proof = prove(read_file(find_level(level)))
    if proof.refused:
        fail(str(proof.objection))
    refuse_level(out, force=force)
    shot = Shot(seed, speed, tuple(filter(None, overlays.split(","))), width)
    try:
        seconds = make_film(proof, out, shot, lambda trainer: learn(trainer, episodes))
    except FilmError as error:
        fail(str(error))
    tell(f"{named(out)}: written, {seconds:.1f} s, {size_of(out)}")


@app.command()
def bench(as_json: Json = False) -> None:
    """Measure our speed against others', and frame times, as ratios, in about three minutes."""
    from game.export.frame_bench import frame_times
    from learner.bench import BENCHMARKS, run_benchmarks

    benchmarks = BENCHMARKS | {"frames": frame_times}
    with progress_bar() as progress:
        report = run_benchmarks(benchmarks, partial(progress.update, progress.add_task("bench", total=None)))
    if as_json:
        print(json.dumps(report.to_json()))
    else:
        tell(report.told())


def learn(trainer: "Trainer", cap: int) -> float:
    """Advance to convergence or to the cap of episodes, with a progress bar; give the seconds it took."""
    from learner.runs.training import until_converged

    with held() as wish, progress_bar() as progress:
        bar = progress.add_task("learning", total=cap)

        def told(done: int) -> None:
            progress.update(bar, completed=done)
            wish.obey()  # between two slices: what is saved then is whole

        return until_converged(trainer, cap, told)


@contextmanager
def progress_bar() -> Iterator["Progress"]:
    """A progress bar on stderr, removed when the work is done; invisible if stderr is not a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    progress = Progress(console=console, transient=True, disable=not console.is_terminal)
    with raised(), progress:
        yield progress


def examined(name: str) -> tuple[dict[str, Any], str]:
    """A file's record for `check --json`, and the same for people."""
    from levels.proof.prove import prove
    from levels.proof.report import record_of

    try:
        file = read_file(find_level(name))
        proof = prove(file)
    except LevelError as error:
        return record_of(name, None, error), error.render()
    warnings = (f"  warning: {warning}" for warning in proof.warnings)
    text = "\n".join([f"{named(name)}: {proof.certificate.line()}", *notes_of(file), *warnings])
    if proof.objection is not None:
        text += f"\n{proof.objection.render()}"
    return record_of(name, proof.certificate, proof.objection), text


def notes_of(file: "LevelFile") -> list[str]:
    """A line for each note on how a file was read."""
    return [f"  note: {printable(note)}" for note in file.notes]


def refuse_existing(out: Path, *, force: bool) -> None:
    """Refuse to replace a file, unless by `force`."""
    if out.exists() and not force:
        fail(f"{named(out)} exists already: choose another name, or add --force.")


def refuse_level(out: Path, *, force: bool | None = None) -> None:
    """Refuse to put something else in the place of a level, unless by `force`; None: there is no --force."""
    if not force and holds_level(out):
        other = "choose another name" if force is None else "choose another name, or add --force"
        fail(f"{named(out)} is a level file and would be overwritten: {other}.")


def write_level(level: "Level", out: Path) -> None:
    """Write a level file."""
    from levels.files.saving import replacing
    from levels.text.writer import to_yaml

    with replacing(out) as text:
        text.write(to_yaml(level))


def size_of(file: Path) -> str:
    """A file's size in words."""
    size = file.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{ceil(size / 1e3)} kB"


def fail(message: str) -> NoReturn:
    """Print an error on stderr and end with exit code 2."""
    tell(message, error=True)
    raise typer.Exit(2)


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
    except (LevelError, OSError) as error:
        tell(str(error), error=True)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
