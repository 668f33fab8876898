"""Save and resume: one file holds all a Trainer needs to continue bit for bit.

It is not a pickle, and everything that safety and learning rely on is checked against the level first.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import platformdirs
from numpy.lib.npyio import NpzFile
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, ValidationError

from learner.core import packed
from learner.core.commands import Changes
from learner.core.trainer import Trainer
from learner.runs.plausible import contradictions
from levels.files.problems import UserError, cut, printable
from levels.files.reading import is_there, open_ordinary
from levels.files.saving import UnwritableError, make_folder, replacing_bytes
from levels.files.saving import refuse_unwritable as refuse_place
from levels.files.terminal import named
from levels.model.level import Learning, Level
from levels.model.mdp import Mdp
from levels.proof.safety import SafeActions, safe_actions

VERSIONS = (3, 4, 5)
"""Versions that can be read. A run is saved in the oldest one that can hold it, for older programs: 3 has no
`start_cells`, and only 5 has `changes`."""
_ARRAYS = ("q", "state_flags", "visits", "chart", "counters", "scalars", "rng", "trace")
"""Parts of `Memory` that are saved; class counts follow from the labels in `state_flags`."""
_ROOM = 10_000
"""Bytes that the description of an array before its values takes at most, or the list of arrays."""
_HEADER = 1_000_000
"""Bytes that the header takes at most, with thousands of changes of settings."""
_END = 20 + 22
"""Bytes at an archive's end that say where the list of its files is: for huge ones, and for all."""


class CheckpointError(UserError):
    """A save that can't be resumed or written, as a sentence that says why."""


class UnsavedError(CheckpointError):
    """A run that couldn't be saved where it was asked for; the text says why, and where it is.

    Attributes:
        place: the file that it was saved as instead, None if it was saved nowhere.
    """

    def __init__(self, reason: CheckpointError, place: Path | None) -> None:
        saved = f"It was saved as {named(place)} instead" if place else "Nor could it be saved elsewhere"
        super().__init__(f"{reason}. {saved}.")
        self.place = place


class _Header(BaseModel):
    """The header of a save; `learning` are the settings that the run began with."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    program: str
    version: int
    level_name: str
    n_rows: int
    n_cols: int
    tables: str
    learning: Learning
    changes: Changes = ()


def fingerprint(mdp: Mdp, safe: SafeActions) -> str:
    """Give the SHA-256 of a level's tables and action names, in hexadecimal."""
    digest = hashlib.sha256(",".join(action.name for action in mdp.actions).encode())
    for table in (mdp.cells, mdp.next_state, mdp.reward, mdp.goal, mdp.violation, safe.allowed):
        digest.update(repr((table.shape, table.dtype.str)).encode())
        digest.update(np.ascontiguousarray(table).data)
    digest.update(repr((mdp.period, mdp.starts)).encode())
    return digest.hexdigest()


def save(path: Path, level: Level, trainer: Trainer) -> None:
    """Write a Trainer's whole state; an older file is replaced only once the new one is complete.

    Raises:
        CheckpointError: the file can't be written there.
    """
    needs = 2 if trainer.changes else int(trainer.began_with.start_cells != "level")
    header = _Header(
        program="safe-crossing",
        version=VERSIONS[needs],
        level_name=level.name,
        n_rows=level.board.n_rows,
        n_cols=level.board.n_cols,
        tables=fingerprint(trainer.mdp, trainer.safe),
        learning=trainer.began_with,
        changes=trainer.changes,
    )
    left_out: Any = ({"changes": True, "learning": {"start_cells"}}, {"changes": True}, {})[needs]
    text = header.model_dump_json(exclude=left_out)
    arrays: dict[str, NDArray[Any]] = {name: getattr(trainer.memory, name) for name in _ARRAYS}
    with _told_as_checkpoint(path), replacing_bytes(path) as file:
        np.savez_compressed(file, allow_pickle=False, header=np.array(text), **arrays)


def save_elsewhere(path: Path, level: Level, trainer: Trainer) -> Path | None:
    """Save what can't be saved as `path` in the user's data folder, else in the temporary one, as a new file.

    Returns:
        The file; None if it can't be saved there either.
    """
    data = Path(platformdirs.user_data_dir("safe-crossing", appauthor=False)) / "saves"
    for folder in (data, Path(tempfile.gettempdir())):
        place, number = folder / path.name, 2
        while is_there(place):
            place, number = folder / f"{path.stem}_{number}{path.suffix}", number + 1
        with suppress(UnwritableError, CheckpointError):
            make_folder(folder)
            save(place, level, trainer)
            return place
    return None


def refuse_unwritable(path: Path) -> None:
    """Raise before training what `save` would raise after it.

    Raises:
        CheckpointError: no file can be written there.
    """
    with _told_as_checkpoint(path):
        refuse_place(path)


@contextmanager
def _told_as_checkpoint(path: Path) -> Iterator[None]:
    """Say for a training what `levels.files.saving` says for any file."""
    try:
        yield
    except UnwritableError as error:
        raise CheckpointError(f"{named(path)}: the training can't be saved there ({error.reason})") from error


def resume(path: Path, level: Level, mdp: Mdp, safe: SafeActions) -> Trainer:
    """Give the Trainer that was saved, with the settings it had; it continues as if never interrupted.

    Raises:
        CheckpointError: not a save of this program or of this version, of another level, or damaged.
    """
    try:
        with open_ordinary(path) as file:
            _refuse_foreign(path, file)
            archive = np.load(file, allow_pickle=False)
            header = _read_header(path, archive)
            _check_level(path, header, level, mdp, safe)
            trainer = Trainer(mdp, _begun_as_saved(level, mdp, safe, header.learning), header.learning, 0)
            _restore(path, archive, trainer, header.changes)
    except OSError as error:
        raise CheckpointError(f"{named(path)}: the save can't be read ({error.strerror or error})") from error
    except CheckpointError:
        raise
    except Exception as error:  # zipfile and numpy have a dozen kinds for archives that were cut or altered
        raise CheckpointError(
            f"{named(path)}: the save is damaged ({' '.join(str(error).split())})"
        ) from error
    return trainer


def _begun_as_saved(level: Level, mdp: Mdp, safe: SafeActions, learning: Learning) -> SafeActions:
    """Give the safe actions with the starts of the run's own settings, where the level has others."""
    begins, begun = ((settings.start_phases, settings.start_cells) for settings in (level.learning, learning))
    return safe if begins == begun else safe_actions(mdp, level.safety, learning)


def _refuse_foreign(path: Path, file: BinaryIO) -> None:
    start = file.read(4)
    if start[:1] == b"\x80":
        raise CheckpointError(
            f"{named(path)}: a pickle, which could run any program when opened; "
            "saves of this program are none"
        )
    if start != b"PK\x03\x04":
        raise CheckpointError(f"{named(path)}: not a save of this program; make one with “train --save”")
    # The list of an archive's files may be as long as the archive, and unpacks to many times that in memory.
    file.seek(-min(_END, file.seek(0, os.SEEK_END)), os.SEEK_END)
    end = file.read()
    n_bytes = int.from_bytes(end[-10:-6], "little")
    if end[-22:-18] != b"PK\x05\x06" or end[:4] == b"PK\x06\x07" or n_bytes > _ROOM:
        raise CheckpointError(f"{named(path)}: the save is damaged (its list of tables is cut or too long)")
    file.seek(0)


def _unpacked(archive: NpzFile, name: str, n_bytes: int) -> NDArray[Any]:
    """Give an array of the archive that takes at most `n_bytes`; a larger one is not even unpacked."""
    assert archive.zip is not None  # it is while the archive is open
    if archive.zip.getinfo(f"{name}.npy").file_size > n_bytes + _ROOM:
        raise ValueError(f"its table “{name}” is too large")
    array: NDArray[Any] = archive[name]
    return array


def _read_header(path: Path, archive: NpzFile) -> _Header:
    text = str(_unpacked(archive, "header", _HEADER)) if "header" in archive else "{}"
    said = json.loads(text)
    if not isinstance(said, dict) or said.get("program") != "safe-crossing":
        raise CheckpointError(f"{named(path)}: not a save of this program; make one with “train --save”")
    if said.get("version") not in VERSIONS:
        version = printable(cut(str(said.get("version"))))
        raise CheckpointError(
            f"{named(path)}: a save of version {version}, but this program reads versions "
            f"{VERSIONS[0]} to {VERSIONS[-1]}; train again"
        )
    try:
        return _Header.model_validate_json(text)
    except ValidationError as error:
        raise CheckpointError(f"{named(path)}: the save is damaged (its header makes no sense)") from error


def _check_level(path: Path, header: _Header, level: Level, mdp: Mdp, safe: SafeActions) -> None:
    if header.tables == fingerprint(mdp, safe):
        return
    saved = f"“{printable(header.level_name)}” ({header.n_rows}×{header.n_cols})"
    given = f"“{level.name}” ({level.board.n_rows}×{level.board.n_cols})"
    same = " They look alike, but walls, traffic or rules differ." if saved == given else ""
    raise CheckpointError(f"{named(path)}: saved on level {saved}, but this is level {given}.{same}")


def _restore(path: Path, archive: NpzFile, trainer: Trainer, changes: Changes) -> None:
    """Copy the saved arrays into a fresh Trainer once they fit: safety rests on the labels in them."""
    fresh = trainer.memory
    trainer.changes = changes
    for _, change in changes:
        trainer.learning = change.applied(trainer.learning)
    saved = {}
    for name in _ARRAYS:
        wanted = getattr(fresh, name)
        if name in archive:
            saved[name] = _unpacked(archive, name, wanted.nbytes)
        if name not in saved or saved[name].shape != wanted.shape or saved[name].dtype != wanted.dtype:
            raise CheckpointError(
                f"{named(path)}: the save is damaged (its table “{name}” is missing or misshapen)"
            )
    found = "; ".join(contradictions(saved, trainer))
    if found:
        raise CheckpointError(
            f"{named(path)}: the save is damaged (its tables contradict the level: {found})"
        )
    for name in _ARRAYS:
        getattr(fresh, name)[:] = saved[name]
    labels = fresh.state_flags[packed.LABEL :: packed.FLAG_BYTES][:-1][trainer.safe.allowed.any(axis=1)]
    fresh.class_counts[:] = np.bincount(labels, minlength=len(fresh.class_counts))
