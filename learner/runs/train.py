"""The command `train`."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from learner.core.trainer import DeadEndError, Trainer
from learner.runs.checkpoint import UnsavedError
from learner.runs.export import DrawRun, ExportedRun, export_run, is_part_of, refuse_foreign
from learner.runs.report import describe
from learner.runs.training import OURS_ALONE, run_training, until_converged, with_settings
from levels.files.ending import held
from levels.files.problems import UserError
from levels.files.saving import UnwritableError, make_folder, refuse_unwritable
from levels.files.terminal import named, progress_bar, progress_if_slow, tell
from levels.proof.optimal_values import OptimalValues
from levels.proof.prove import prove
from levels.proof.report import record_of
from levels.text.outputs import refuse_level
from levels.text.reader import find_level, read_file


def train(
    name: str,
    *,
    learner: str,
    seed: int | None,
    episodes: int,
    safety: Literal["viable", "one_step"] | None,
    learning: Mapping[str, object],
    save: Path | None,
    resume: Path | None,
    export: Path | None,
    draw: DrawRun,
    force: bool,
    as_json: bool,
) -> bool:
    """Train on a level and print the result.

    Args:
        name: the level's file or name.
        learner: a key of BASELINES.
        seed: of a new run, None for 0; a resumed run has its own.
        episodes: the most in total.
        safety: another safe set than the level's.
        learning: settings that override the level's; None where one does not.
        save: where the trained state goes, also when training is interrupted.
        resume: the saved run to continue.
        export: the folder for curves, chart and arrays of the finished run.
        draw: draws its chart.
        force: `save` may replace a level file, and `export` any file.
        as_json: print one JSON object instead of lines for people.

    Returns:
        Whether every start's path was learned.

    Raises:
        UserError: the level, a setting or a save is unusable, training met a dead end, or saving failed.
        SystemExit: a signal asked for the end.
    """
    given = {setting: value for setting, value in learning.items() if value is not None}
    refuse_ours_only(learner, tuple(given), safety=safety, save=save, resume=resume, export=export)
    own = [*given, *(["seed"] if seed is not None else [])]
    if resume is not None and own:
        raise UserError(f"A saved run keeps its own settings: drop --{' --'.join(own).replace('_', '-')}.")
    file = read_file(find_level(name))
    if save is not None:
        refuse_level(save, force=force)
    if export is not None:
        if save is not None and is_part_of(export, save):
            raise UserError(f"{named(save)} would also be a file of the export: save under another name.")
        if not force:
            refuse_foreign(export)
        make_folder(export)
        refuse_unwritable(export / "run.json")
    level = with_settings(file.level, safety, given)
    with progress_if_slow() as progress:
        proof = prove(replace(file, level=level), progress)
    if proof.refused:
        raise UserError(str(proof.objection))
    proved = record_of(name, proof.certificate, proof.objection)
    for warning in proof.warnings:
        tell(f"warning: {warning}", error=True)
    unsaved: list[UnsavedError] = []
    try:
        run = run_training(
            proof,
            seed or 0,
            lambda trainer, optimal: learn(trainer, episodes, optimal),
            learner=learner,
            save=save,
            resume=resume,
            unsaved=unsaved.append,
        )
    except (KeyboardInterrupt, SystemExit):
        kept = unsaved[0].place if unsaved else save
        told = [str(error) for error in unsaved]
        if kept is not None and kept.exists():
            told.append(f"Continue with --resume {named(kept)}.")
        if told:
            tell("\n".join(["", *told]), error=True)
        raise
    except DeadEndError as error:
        dead_end = error.named(level, proof.mdp, proof.safe)
        if as_json:
            print(json.dumps(proved | {"dead_end": dead_end.to_json()}))
        raise UserError("\n".join([dead_end.describe(), *map(str, unsaved)])) from error
    if as_json:
        elsewhere = {"saved_to": str(unsaved[0].place) if unsaved[0].place else None} if unsaved else {}
        print(json.dumps(proved | run.record | elsewhere))
    else:
        tell(describe(level, proof.certificate, run.record))
    if run.advice:
        tell(run.advice, error=True)
    failed: list[Exception] = [*unsaved]
    if export is not None:
        own_seed = (seed or 0) if resume is None else None
        done = ExportedRun(level, proof.mdp, proof.safe, run.snapshot, own_seed)
        try:
            missing = export_run(export, done, draw)
            chart = f", without the chart. {missing}" if missing else ""
            tell(f"{named(export)}: the run was exported{chart}", error=True)
        except UnwritableError as error:
            failed.append(error)
    if failed:
        raise UserError("\n".join(map(str, failed)))
    return run.learned


def refuse_ours_only(learner: str, settings: Sequence[str], **options: object) -> None:
    """Refuse what only our own learner has.

    Raises:
        UserError: another learner is given one of these settings, or one of these options.
    """
    given = [name for name, value in options.items() if value is not None]
    given += [name for name in settings if name in OURS_ALONE]
    if learner != "ours" and given:
        options_given = f"--{' --'.join(given)}".replace("_", "-")
        raise UserError(
            f"The learner {learner} can't be combined with {options_given}, which only ours has: "
            f"drop {options_given}, or drop --learner {learner}."
        )


def learn(trainer: Trainer, cap: int, optimal: OptimalValues | None = None) -> float:
    """Advance to convergence or to the cap of episodes, with a progress bar; give the seconds it took.

    `optimal` is as in `Trainer.advance`.
    """
    with held() as wish, progress_bar() as progress:
        bar = progress.add_task("learning", total=cap)

        def update(done: int) -> None:
            progress.update(bar, completed=done)
            wish.obey()  # between two slices: what is saved then is whole

        return until_converged(trainer, cap, update, optimal)
