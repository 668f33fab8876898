"""Mutated files by the thousand: whatever a file holds, it gives a level or sentences, at once and in bounds.

They are read in a process of their own, whose memory is measured.
"""

import math
import multiprocessing
import re
import time
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from levels.files.problems import LevelError
from levels.proof.prove import prove
from levels.text.reader import parse_level, read_file
from levels.text.writer import to_yaml
from tests.mutants import BOARDS, N_LARGE, large, mutant, sources

LIMIT = 1.0
"""What reading and proving a file may take [s of the processor]."""
GROWTH = 300.0
"""What memory may grow by [MB]."""
MAX_STATES = 40_000
"""Cells × ticks up to which a level that was read is proved as well."""


@dataclass
class Tally:
    """What came of many mutants.

    Attributes:
        accepted, proved: files that gave a level, and of these the ones that were small enough to be proved.
        refused: files that gave sentences.
        faults: number of a file and what was wrong with how it was treated.
        slowest: seconds of the slowest file, and its number.
        growth: what memory grew by [MB]; 0 where the system does not tell.
    """

    accepted: int = 0
    proved: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)
    slowest: tuple[float, int] = (0.0, -1)
    growth: float = 0.0


def peak() -> float:
    """The most memory that was in use so far [MB]; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    found = re.search(r"VmHWM:\s+(\d+)", status.read_text()) if status.exists() else None
    return int(found[1]) / 1024 if found else 0.0


def judge(path: Path, tally: Tally) -> None:
    """Read a file, and prove what is small."""
    try:
        file = read_file(path)
    except LevelError as error:
        tally.refused += bool(error.problems and error.render())
        return
    tally.accepted += 1
    level = file.level
    assert parse_level(to_yaml(level), "again.yaml") == level
    n_rows, n_cols = level.board.n_rows, level.board.n_cols
    cycles = [obstacle.cycle(n_rows, n_cols) * obstacle.every for obstacle in level.obstacles]
    if n_rows * n_cols * math.lcm(*cycles) <= MAX_STATES:
        tally.proved += 1
        with suppress(LevelError):
            prove(file)


def run(files: str, seed: int, n_files: int, folder: Path) -> Tally:
    """Read so many mutants, or the large files, in a folder, in this process."""
    beside = {path.name: path.read_bytes() for path in BOARDS.iterdir()}
    for name, data in sources().items():
        (folder / name).write_bytes(data)
    for name in sources():  # what is loaded at the first use, and the size of sound files, count for nobody
        judge(folder / name, Tally())
        if name not in beside:
            (folder / name).unlink()
    tally, before = Tally(), peak()
    for number in range(n_files):
        name, data = mutant(seed, number) if files == "mutants" else large(number)
        path = folder / name
        path.write_bytes(data)
        begin = time.process_time()
        try:
            judge(path, tally)
        except Exception:  # noqa: BLE001  any at all is what is looked for
            tally.faults.append(f"{number} ({name}): {traceback.format_exc(limit=-6)}")
        taken = time.process_time() - begin
        tally.slowest = max(tally.slowest, (taken, number))
        if taken > LIMIT:
            tally.faults.append(f"{number} ({name}): {taken:.1f} s")
        if name in beside:
            path.write_bytes(beside[name])
        else:
            path.unlink()
    tally.growth = peak() - before
    return tally


def check(files: str, seed: int, n_files: int, folder: Path) -> Tally:
    """Read files in a process of their own and judge how that went."""
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        tally = pool.apply(run, (files, seed, n_files, folder))
    assert not tally.faults, "\n".join(tally.faults[:5])
    assert tally.accepted + tally.refused == n_files
    assert tally.growth < GROWTH
    return tally


def test_a_mutant_can_be_made_again():
    assert [mutant(5, number) for number in range(20)] == [mutant(5, number) for number in range(20)]


@pytest.mark.slow
def test_three_hundred_mutants_give_levels_or_sentences(tmp_path):
    tally = check("mutants", 1, 300, tmp_path)
    assert tally.accepted > 30
    assert tally.refused > 100


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_twenty_thousand_mutants_give_levels_or_sentences(tmp_path):
    tally = check("mutants", 2, 20_000, tmp_path)
    print(f"\n{tally}")


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_files_as_large_as_may_be_are_judged_at_once(tmp_path):
    tally = check("large", 0, N_LARGE, tmp_path)
    print(f"\n{tally}")
