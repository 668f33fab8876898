"""What every use of the worker promises: the newest wins, errors are values, a stop is an end."""

import threading
import time
from collections.abc import Callable
from pathlib import Path
from threading import Event
from types import ModuleType
from typing import Any, NamedTuple

import numpy as np
import pygame
import pytest

from game.presenters import certifier, dropping, editing, exporting, folders, level_loader, svm_fit
from game.presenters.certifier import Certifier
from game.presenters.dropping import Dropping
from game.presenters.editing import Editing, Source
from game.presenters.exporting import Export, Exporting
from game.presenters.folders import Folders
from game.presenters.level_loader import LevelLoader, LoadedLevel, Refused
from game.presenters.surprising import Surprising
from game.presenters.svm_fit import SvmFit
from game.services.films import recorder
from game.services.films.recorder import Recorder
from learner.core.trainer import Trainer
from learner.threads import worker
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import safe_actions
from levels.random import surprise
from levels.random.codes import Code
from tests.conftest import tiny
from tests.unit.game.presenters.test_ended_threads import ERRORS

TEXT = "format: 1\nname: '{}'\nmap: |\n  S..\n  ..G\n"


class Use(NamedTuple):
    """One use of the worker. Jobs are numbered from 0; one that has an object of its own replaces the former.

    Attributes:
        module: the file of the program that has it.
        thread: how the thread's name begins.
        place, function: what does a job; a test puts something else there.
        job: the number of the job it is called for.
        begin: gives the use at work on job 0.
        ask: has a use do a job; gives the use that does it.
        shown: the number of the job whose result is on show, None if none is.
        problem: what the window shows of an error.
        stop: ends a use with some patience [s].
    """

    module: str
    thread: str
    place: ModuleType | dict[str, Any]
    function: str
    job: Callable[..., int]
    begin: Callable[[Path], Any]
    ask: Callable[[Any, int], Any] | None
    shown: Callable[[Any], int | None]
    problem: Callable[[Any], str]
    stop: Callable[[Any, float], object]


def written(folder, number):
    """A level file with a folder of its own; the folder's name is the job's number."""
    path = folder / str(number) / "level.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(TEXT.format(number), encoding="utf-8")
    return path


def number(path):
    return int(path.parent.name)


def loader(folder, job=0):
    use = LevelLoader(written(folder, job))
    use.drawn.set()
    return use


def load_again(use, job):
    use.close(0.0)
    return loader(use.path.parents[1], job)


def certify(folder, job=0, known=None):
    use = Certifier([written(folder, job)], known)
    use.drawn.set()
    use.folder = folder
    return use


def certify_again(use, job):
    known = use.known
    use.close(0.0)
    return certify(use.folder, job, known)


def verdict(use):
    return next((found for found in use.known.verdicts.values() if isinstance(found, str)), "")


TABLES = compile_mdp(tiny(["S..", "..G"]))
SAFE = safe_actions(TABLES, "viability")
LABELS = np.where(SAFE.allowed.any(axis=1), SAFE.allowed.argmax(axis=1), -1).astype(np.int8)


def fit(use, job):
    use.eta, use.box = 1.0 + job, None
    use.ask(TABLES, SAFE, LABELS)
    return use


def edit(use, job):
    use.change(TEXT.format(job))
    return use


def draw_again(use, job):
    use.close(0.0)
    return Surprising(use.path.parent, Code(job, 1))


def export(use, job, folder=None):
    """Exports into the folder that the first job named."""
    use.folder = folder or use.folder
    level, optimal = tiny(["S..", "..G"]), solve(TABLES, SAFE, 1.0)
    opened = LoadedLevel(Path("x.yaml"), level, TABLES, SAFE, None, optimal, "")
    snapshot = Trainer(TABLES, SAFE, level.learning, job).snapshot(optimal)
    use.ask(Export(use.folder, opened, snapshot, job, None))
    return use


def sort(folder, job=0):
    use = Dropping([written(folder, job)] * 2)
    use.folder = folder
    return use


def sort_again(use, job):
    use.close(0.0)
    return sort(use.folder, job)


def film(folder):
    use = Recorder(folder / "film.gif")
    use.add(pygame.Surface((4, 4)))
    use.finish()
    return use


def give_up(use, patience):
    use.cancel()
    use.join(patience)


USES = {
    "a level": Use(
        "level_loader",
        "opening",
        level_loader,
        "prepared",
        lambda path, *_: number(path),
        loader,
        load_again,
        lambda use: None if use.result is None else number(use.result.path),
        lambda use: use.result.lines[0] if isinstance(use.result, Refused) else "",
        LevelLoader.close,
    ),
    "certificates": Use(
        "certifier",
        "certifier",
        certifier,
        "shortest_way",
        lambda _proof, level: int(level.name),
        certify,
        certify_again,
        lambda use: max((number(path) for path in use.known.ways), default=None),
        verdict,
        Certifier.close,
    ),
    "an SVM": Use(
        "svm_fit",
        "svm",
        svm_fit,
        "fitted",
        lambda request: int(request.eta) - 1,
        lambda _folder: fit(SvmFit(), 0),
        fit,
        lambda use: None if use.latest is None else int(use.latest.settings.eta) - 1,
        lambda use: use.problem,
        SvmFit.stop,
    ),
    "an edited level": Use(
        "editing",
        "editing",
        editing,
        "analyse",
        lambda text, _before: int(text.split("'")[1]),
        lambda folder: Editing(Source(TEXT.format(0)), folder),
        edit,
        lambda use: None if use.judged is None else int(use.judged.text.split("'")[1]),
        lambda use: use.problem,
        Editing.close,
    ),
    "a surprise": Use(
        "surprising",
        "surprise",
        surprise,
        "surprise",
        lambda seed, *_: seed,
        lambda folder: Surprising(folder, Code(0, 1)),
        draw_again,
        lambda use: int(use.path.stem.split("_")[1]) if use.path.exists() else None,
        lambda use: use.problem,
        Surprising.close,
    ),
    "folders": Use(
        "folders",
        "folders",
        folders,
        "listed",
        lambda folder: int(folder.name),
        lambda folder: Folders(Path(folder / "0")),
        lambda use, job: use.go(use.folder.with_name(str(job))) or use,
        lambda use: None if use.listing is None or use.listing.folder != use.folder else int(use.folder.name),
        lambda use: use.listing.problem if use.listing is not None else "",
        Folders.close,
    ),
    "dropped files": Use(
        "dropping",
        "dropping",
        dropping,
        "read_file",
        number,
        sort,
        sort_again,
        lambda use: None if use.found is None else number(use.found.path),
        lambda use: use.found.message if use.found is not None else "",
        Dropping.close,
    ),
    "an export": Use(
        "exporting",
        "export",
        exporting,
        "exported",
        lambda job: job.seed,
        lambda folder: export(Exporting(), 0, folder),
        export,
        lambda use: int(use.last.told.split("_")[-1]) if use.last and not use.last.failed else None,
        lambda use: use.last.told if use.last and use.last.failed else "",
        Exporting.stop,
    ),
    "a film": Use(
        "recorder",
        "recorder",
        recorder.WRITERS,
        ".gif",
        lambda *_: 0,
        film,
        None,  # there is one film at a time, and each of its pictures counts
        lambda use: 0 if use.path.exists() else None,
        lambda use: use.problem,
        give_up,
    ),
}
"""All of them: `test_no_use_is_forgotten` finds one that is missing."""
AGAIN = [name for name, use in USES.items() if use.ask is not None]


def wait(condition):
    end = time.perf_counter() + 30
    while not condition():
        assert time.perf_counter() < end, "it did not happen in time"
        time.sleep(0.002)


def alive(use):
    return [thread for thread in threading.enumerate() if thread.name.startswith(use.thread)]


@pytest.fixture
def put(monkeypatch):
    """Puts something in the place of what does the jobs of a use; gives what was there."""

    def _put(use, function):
        if isinstance(use.place, dict):
            before = use.place[use.function]
            monkeypatch.setitem(use.place, use.function, function)
        else:
            before = getattr(use.place, use.function)
            monkeypatch.setattr(use.place, use.function, function)
        return before

    return _put


@pytest.fixture
def hold(put):
    """Has each job of a use wait for the event that is given, with the list of those that have begun."""
    go = Event()

    def _hold(use):
        begun = []

        def held(*args):
            begun.append(use.job(*args))
            assert go.wait(60)
            return real(*args)

        real = put(use, held)
        return go, begun

    yield _hold
    go.set()


@pytest.mark.parametrize("name", AGAIN)
def test_the_newest_wins(tmp_path, hold, name):
    use = USES[name]
    go, begun = hold(use)
    one = use.begin(tmp_path)
    wait(lambda: begun)
    asked = [one]
    for job in (1, 2, 3):
        asked.append(use.ask(asked[-1], job))
    go.set()
    wait(lambda: use.shown(asked[-1]) == 3)
    wait(lambda: not alive(use))
    assert use.shown(asked[-1]) == 3
    if asked[-1] is one:
        assert begun[0] == 0
        assert not {1, 2} & set(begun)
    else:
        assert [use.shown(before) for before in asked[:-1]] == [None] * 3
    use.stop(asked[-1], 20)


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("name", USES)
def test_an_error_of_any_kind_is_shown(tmp_path, put, name, error):
    use = USES[name]
    failed = Event()

    def fail(*_):
        failed.set()
        raise error

    put(use, fail)
    one = use.begin(tmp_path)
    assert failed.wait(30)
    if name == "dropped files" and isinstance(error, Exception):
        wait(lambda: one.found is not None)  # a file that can't be read is none of the levels
        assert "None of the 2 files is a level" in one.found.message
    else:
        wait(lambda: use.problem(one))
        assert type(error).__name__ in use.problem(one) or "full" in use.problem(one)
    use.stop(one, 20)


@pytest.mark.parametrize("name", USES)
def test_a_stop_waits_no_longer_than_its_patience_and_nothing_is_shown_after_it(tmp_path, hold, name):
    use = USES[name]
    go, begun = hold(use)
    one = use.begin(tmp_path)
    wait(lambda: begun)
    began = time.perf_counter()
    use.stop(one, 0.05)
    assert time.perf_counter() - began < 1.0
    go.set()
    wait(lambda: not alive(use))
    assert use.shown(one) is None
    assert use.problem(one) == ""


@pytest.mark.parametrize("name", ["an SVM", "an edited level"])
def test_what_is_asked_of_a_stopped_one_is_not_done(tmp_path, hold, name):
    use = USES[name]
    go, begun = hold(use)
    go.set()
    one = use.begin(tmp_path)
    wait(lambda: use.shown(one) == 0)
    use.stop(one, 20)
    use.ask(one, 1)
    assert not alive(use)
    assert begun == [0]


@pytest.mark.parametrize("name", USES)
def test_a_stop_after_the_end_is_no_wait(tmp_path, name):
    use = USES[name]
    one = use.begin(tmp_path)
    wait(lambda: use.shown(one) == 0 and not alive(use))
    began = time.perf_counter()
    use.stop(one, 20)
    assert time.perf_counter() - began < 1.0


def loader_that_waits(folder):
    """Its board is never drawn."""
    one = LevelLoader(written(folder, 0))
    wait(lambda: one.level is not None)
    return one


def certifier_that_waits(folder):
    one = Certifier([written(folder, 0)])
    wait(lambda: one.known.levels)
    return one


def fit_that_rests(_folder):
    """It has fitted, and only the labels are new."""
    one = fit(SvmFit(), 0)
    wait(lambda: one.latest is not None)
    one.ask(TABLES, SAFE, np.where(LABELS >= 0, SAFE.allowed.shape[1] - 1 - LABELS, -1).astype(np.int8))
    return one


@pytest.mark.parametrize(
    ("name", "waiting", "module", "time_to_wait"),
    [
        ("a level", loader_that_waits, level_loader, "PATIENCE"),
        ("certificates", certifier_that_waits, certifier, "PATIENCE"),
        ("an SVM", fit_that_rests, svm_fit, "REST"),
    ],
)
def test_a_stop_ends_what_the_thread_waits_for(
    tmp_path, monkeypatch, hold, name, waiting, module, time_to_wait
):
    use = USES[name]
    monkeypatch.setattr(module, time_to_wait, 1000.0)
    go, begun = hold(use)
    go.set()
    one = waiting(tmp_path)
    before = list(begun)
    time.sleep(0.05)
    assert alive(use)
    began = time.perf_counter()
    use.stop(one, 20)
    assert time.perf_counter() - began < 1.0
    assert not alive(use)
    assert begun == before


def test_no_use_is_forgotten():
    """Every thread of the program is one of learning's, or a worker's that stands above."""
    root = Path(worker.__file__).parents[2]
    paths = [*root.glob("game/**/*.py"), *root.glob("learner/**/*.py")]
    sources = {path: path.read_text(encoding="utf-8") for path in paths}
    assert {path.stem for path, text in sources.items() if "Thread(" in text and "target=" in text} == {
        "worker",
        "paced_thread",
    }
    using = {path.stem for path, text in sources.items() if "import Worker" in text}
    assert using == {use.module for use in USES.values()}
