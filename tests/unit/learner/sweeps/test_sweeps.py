"""Sweeps: what is planned, what a run gives, and that finished tables never depend on who worked or died."""

import csv
import json
import socket
import subprocess
import sys
import time
import tomllib
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from distributed import Client as DaskClient
from distributed import KilledWorker, LocalCluster
from pyarrow import parquet

from learner.core.trainer import Trainer
from learner.runs.report import VERSION
from learner.runs.training import until_converged, with_settings
from learner.sweeps import cluster
from learner.sweeps.cluster import NOBODY, PORTION, Portions, explained, run_all
from learner.sweeps.plan import LEARNERS, SETTINGS, plan, seeds_of, setting_of
from learner.sweeps.results import Store
from learner.sweeps.run import Result, make
from learner.sweeps.summary import ALL_LEVELS, MEASURES, interval, settings_of, summarise
from levels.files.problems import UserError
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, read_file
from main import main

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[4]
PATIENCE = 240
"""A deadline for what takes seconds on a quiet machine [s]."""


def test_a_plan_has_every_combination_once_and_its_keys_are_stable():
    runs = plan(["grid_4"], range(3), ["ours", "plain"], [setting_of("epsilon=0.1,0.2")], 500)
    assert len(runs) == len({run.key for run in runs}) == 12
    assert [run.key for run in runs] == [
        run.key for run in plan(["grid_4"], range(3), ["ours", "plain"], [setting_of("epsilon=0.1,0.2")], 500)
    ]
    assert [run.seed for run in runs[:3]] == [0, 1, 2]


def test_the_version_is_the_projects():
    assert tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"] == VERSION


@pytest.mark.parametrize(("text", "seeds"), [("0:3", (0, 1, 2)), ("7", (7,)), ("1,5:7,1", (1, 5, 6))])
def test_seeds(text, seeds):
    assert seeds_of(text) == seeds


@pytest.mark.parametrize("text", ["", "3:3", "5:1", "a", "1,,2", "-1", "1\N{SUPERSCRIPT TWO}", "9" * 19])
def test_seeds_that_are_none_get_a_sentence(text):
    with pytest.raises(UserError, match="write for example 0:100"):
        seeds_of(text)


def test_too_many_seeds_get_a_sentence():
    with pytest.raises(UserError, match="7:99999999 are 99,999,992 seeds; a sweep has at most"):
        seeds_of("3,7:99999999")


@pytest.mark.parametrize("text", ["speed=3", "epsilon", "epsilon=", "safety=maybe"])
def test_settings_that_are_none_get_a_sentence(text):
    with pytest.raises(UserError, match="--set"):
        setting_of(text)


def test_an_unknown_learner_and_unfit_settings_get_a_sentence():
    with pytest.raises(UserError, match="the learners are ours, "):
        plan(["grid_4"], [0], ["clever"], [], 10)
    with pytest.raises(UserError, match="epsilon"):
        plan(["grid_4"], [0], ["ours"], [setting_of("epsilon=7")], 10)
    with pytest.raises(UserError) as refused:
        plan(["grid_4"], [0], ["ours"], [setting_of("epsilon=abc")], 10)
    assert str(refused.value) == "epsilon: “abc” is not a number"


def test_settings_that_a_learner_would_ignore_are_refused_with_their_names():
    safety, cells = setting_of("safety=viable,one_step"), setting_of("start_cells=all")
    epsilon = setting_of("epsilon=0.1")
    with pytest.raises(UserError) as refused:
        plan(["grid_4"], [0], ["ours", "sarsa", "plain"], [safety, epsilon, cells], 10)
    assert "The learners sarsa, plain can't be combined with --set safety, --set start_cells" in str(
        refused.value
    )
    with pytest.raises(UserError, match="The learner double_q can't be combined with --set start_phases,"):
        plan(["grid_4"], [0], ["double_q"], [setting_of("start_phases=zero")], 10)
    assert len(plan(["grid_4"], [0], ["ours"], [safety, cells], 10)) == 2
    assert len(plan(["grid_4"], [0], ["ours", "sarsa"], [epsilon], 10)) == 2


def test_a_level_named_twice_counts_once(tmp_path):
    copy = tmp_path / "copy.yaml"
    copy.write_bytes(builtin_levels()["grid_4"].read_bytes())
    names = ["grid_4", "grid_5", "grid_4", "Grid 4x4", str(copy)]
    runs = plan(names, [0, 1], ["ours"], [], 10)
    assert [(run.level, run.seed) for run in runs] == [
        ("grid_4", 0),
        ("grid_4", 1),
        ("grid_5", 0),
        ("grid_5", 1),
    ]


def test_a_run_of_ours_is_the_run_of_train():
    (run,) = plan(["grid_4"], [3], ["ours"], [setting_of("epsilon=0.2")], 10_000)
    result = make(run)
    file = read_file(builtin_levels()["grid_4"])
    level = with_settings(file.level, None, {"epsilon": 0.2})
    trainer = Trainer(prove(file).mdp, prove(file).safe, level.learning, 3)
    until_converged(trainer)
    row = result.row
    assert (row["episodes"], row["transitions"]) == (trainer.episodes, trainer.transitions)
    assert row["converged"]
    assert row["optimal"]
    assert row["violations"] == row["dead_ends"] == 0
    assert 0 < row["optimal_states"] <= 1
    assert result.curve[0][0] == 0
    assert result.curve[-1][:2] == (trainer.episodes, trainer.transitions)


@pytest.mark.parametrize("learner", LEARNERS)
def test_every_learner_makes_a_run(learner):
    (run,) = plan(["grid_4"], [0], [learner], [], 50)
    assert make(run).row["episodes"] <= 50


def test_a_dead_end_ends_a_run_of_ours_with_the_published_set():
    (run,) = plan(["dead_end"], [0], ["ours"], [setting_of("safety=one_step")], 5000)
    row = make(run).row
    assert row["dead_ends"] == 1
    assert not row["converged"]


def test_an_interval_holds_the_mean_of_the_middle_half():
    mean, low, high = interval([np.array([0.0, 1.0, 2.0, 99.0]), np.array([1.0, 1.0, 2.0, 2.0])])
    assert mean == pytest.approx(1.5)
    assert low < mean < high
    assert interval([np.array([3.0, 3.0])]) == (3.0, 3.0, 3.0)


def test_a_summary_says_what_varies():
    rows = [
        make(run).row
        for run in plan(["grid_4", "grid_5"], [0, 1], ["ours"], [setting_of("epsilon=0.1,0.3")], 20)
    ]
    lines = summarise(rows)
    assert {line.settings for line in lines} == {"epsilon=0.1", "epsilon=0.3"}
    assert {line.level for line in lines} == {"grid_4", "grid_5", ALL_LEVELS}


def test_levels_that_differ_in_their_own_settings_are_one_sweep():
    row = dict.fromkeys((*SETTINGS, *MEASURES), 0) | {"learner": "ours", "converged": True}
    rows = [row | {"level": level, "threshold": own} for level, own in (("a", 0.1), ("b", 0.2)) for _ in "12"]
    assert settings_of(rows) == [""] * 4
    assert [line.runs for line in summarise(rows) if line.measure == "episodes"] == [2, 2, 4]
    varied = [row | {"epsilon": epsilon} for row, epsilon in zip(rows, (0, 1, 0, 1), strict=True)]
    assert settings_of(varied) == ["epsilon=0", "epsilon=1"] * 2


def test_a_line_that_was_cut_or_damaged_is_made_again(tmp_path):
    runs = plan(["grid_4"], [0, 1, 2], ["ours"], [], 5)
    results = [make(run) for run in runs]
    store = Store(tmp_path)
    with store.keeping() as keep:
        keep(runs[0], results[0])
        keep(runs[1], results[1])
    whole = store.log.read_text("utf-8")
    store.log.write_text("[]\n\0\0\n" + whole[:-20], "utf-8")  # as a kill in the middle of a line leaves it
    assert list(store.finished()) == [runs[0].key]
    with store.keeping() as keep:
        keep(runs[2], results[2])
    assert store.finished() == {runs[0].key: results[0], runs[2].key: results[2]}


def result(seconds):
    return Result({"seconds": seconds}, ())


def test_portions_are_of_one_kind_and_fit_into_their_time():
    runs = plan(["grid_4"], range(400), ["ours", "plain"], [], 5)
    portions = Portions(runs)
    first = portions.next(2)
    assert first == runs[:1]  # nobody knows yet how long it takes
    portions.learn(first, [result(PORTION / 100)])
    assert portions.next(2) == runs[1:101]
    assert portions.next(10) == runs[101:170]  # a tenth of what is left
    portions.learn(runs[101:102], [result(2 * PORTION)])
    assert portions.next(2) == runs[170:171]
    portions.learn(runs[171:172], [result(0.0)])
    assert portions.next(2) == runs[171:400]  # another kind begins there
    assert portions.next(2) == runs[400:401]


def test_every_run_is_in_one_portion():
    runs = plan(["grid_4"], range(50), ["ours", "plain"], [], 5)
    portions = Portions(runs)
    given = []
    while portion := portions.next(3):
        given += portion
        portions.learn(portion, [result(0.01)] * len(portion))
    assert given == list(runs)


def command(out, *more):
    arguments = [
        "sweep",
        "grid_4",
        "crossy_road",
        "--seeds",
        "0:100",
        "--episodes",
        "3000",
        "--out",
        str(out),
    ]
    return [sys.executable, str(ROOT / "main.py"), *arguments, *more]


def tables(out):
    """All that a sweep writes as tables, but for the seconds."""
    with (out / "results.csv").open(encoding="utf-8") as file:
        rows = [
            {key: value for key, value in row.items() if key != "seconds"} for row in csv.DictReader(file)
        ]
    columns = parquet.read_table(out / "results.parquet").drop_columns(["seconds"])
    curves = parquet.read_table(out / "curves.parquet")
    return rows, columns, curves, (out / "summary.csv").read_bytes()


@pytest.fixture
def scheduler(tmp_path):
    """A Dask scheduler as a process, with two workers on one thread each: (its address, a worker)."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT}
    found = tmp_path / "scheduler.json"
    dask = [sys.executable, "-m", "distributed.cli.dask_scheduler"]
    processes = [
        subprocess.Popen([*dask, "--port", "0", "--no-dashboard", "--scheduler-file", str(found)], **quiet)
    ]
    worker = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(found)]
    worker += ["--nthreads", "1", "--no-dashboard", "--no-nanny", "--local-directory", str(tmp_path)]
    try:
        wait_for(lambda: found.exists() and found.read_text("utf-8").endswith("}"))
        processes += [subprocess.Popen(worker, **quiet) for _ in range(2)]
        yield json.loads(found.read_text("utf-8"))["address"], processes[1]
    finally:
        for process in processes:
            process.kill()
            process.wait()


@pytest.mark.timeout(900)
def test_tables_are_the_same_when_a_worker_and_the_command_are_killed(tmp_path, scheduler):
    """A worker is killed while runs are missing, then the command, then it goes on to the end."""
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": ROOT}
    address, worker = scheduler
    calm, out = tmp_path / "calm", tmp_path / "killed"
    subprocess.run(command(calm, "--workers", "1"), check=True, timeout=PATIENCE, **quiet)
    first = subprocess.Popen(command(out, "--scheduler", address), **quiet)
    try:
        wait_for(lambda: finished(out) >= 1)
        worker.kill()
        seen = finished(out)
        wait_for(lambda: finished(out) > seen)  # the other one goes on
    finally:
        first.kill()
        first.wait()
    assert 1 < finished(out) < finished(calm)
    subprocess.run(command(out, "--scheduler", address), check=True, timeout=PATIENCE, **quiet)
    assert finished(out) == finished(calm)
    assert tables(out) == tables(calm)


def test_a_sweep_that_loses_its_workers_says_so_and_goes_on_with_the_next(tmp_path, monkeypatch):
    """The next but one, that is: one that can't load this program ends by its first portion."""
    runs = plan(["grid_4"], range(8), ["ours"], [], 5)
    said = []
    monkeypatch.setattr(cluster, "GLANCE", 0.1)
    monkeypatch.setattr(cluster, "tell", lambda text, *, error: said.append((text, error)))
    (tmp_path / "learner.py").write_text("raise ImportError('another program')\n", "utf-8")
    own = {"processes": False, "protocol": "tcp", "threads_per_worker": 1, "dashboard_address": None}
    with LocalCluster(n_workers=1, **own) as workers, DaskClient(workers) as there:
        results = run_all(there, runs)
        given = [next(results)]
        assert not said
        workers.scale(0)
        wait_for(lambda: said)
        stranger = [sys.executable, "-m", "distributed.cli.dask_worker", workers.scheduler_address]
        stranger += ["--no-nanny", "--no-dashboard", "--local-directory", str(tmp_path)]
        subprocess.run(stranger, cwd=tmp_path, capture_output=True, timeout=PATIENCE, check=False)
        workers.scale(1)
        given += results
    assert set(said) == {(NOBODY, True)}
    assert sorted(run.seed for run, _ in given) == list(range(8))


class Client:
    """Stands for Dask's: connected or not."""

    def __init__(self, status="running"):
        self.status = status


def test_errors_of_dask_become_sentences():
    runs = plan(["grid_4"], [3, 4], ["sarsa"], [], 5)
    graph = RuntimeError("Error during deserialization of the task graph.")
    graph.__cause__ = ModuleNotFoundError("No module named 'learner'")
    assert "can't load this program (No module named 'learner')" in explained(graph, Client(), {})
    killer = KilledWorker("key", None, 10)
    said = explained(killer, Client(), {"key": runs})
    assert said.startswith(
        "The run grid_4, sarsa, seed 3, or one of the 1 after it, ended its worker 11 times"
    )
    assert "can't load this program" in said
    assert "was lost" in explained(OSError(), Client("connecting"), {})
    assert "was lost" in explained(CancelledError(), Client(), {})
    assert not explained(RuntimeError("a run's own"), Client(), {})
    assert not explained(OSError("a run's own"), Client(), {})


@pytest.mark.parametrize("learners", ["", ",", " , "])
def test_no_learner_is_a_sentence(learners, tmp_path, capsys):
    assert main(["sweep", "grid_4", "--learner", learners, "--out", str(tmp_path)]) == 2
    assert "--learner names no learner" in capsys.readouterr().err


def test_seconds_do_not_count_compilation(monkeypatch):
    clock, compiled = [0.0], set()

    def compiling(work):
        def called(*arguments):
            if work not in compiled:
                compiled.add(work)
                clock[0] += 50
            clock[0] += 0.25
            return work(*arguments)

        return called

    monkeypatch.setattr("learner.sweeps.run.time.perf_counter", lambda: clock[0])
    for name in ("_run", "greedy_steps"):
        monkeypatch.setattr(Trainer, name, compiling(getattr(Trainer, name)))
    (run,) = plan(["grid_4"], [0], ["ours"], [], 2)
    assert 0.25 <= make(run).row["seconds"] < 50


FORKED = """
import sys
sys.path.insert(0, sys.argv[1])
from learner.sweeps.preloading import preload
preload()
from learner.sweeps.cluster import client
with client(None, 1) as there:
    print(there.run(lambda: sys.modules["learner.sweeps.preloaded"].__file__))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere each worker loads everything by itself")
def test_workers_begin_with_this_programs_code_loaded_whatever_folder_the_command_runs_in(tmp_path):
    (tmp_path / "learner").mkdir()
    (tmp_path / "learner" / "__init__.py").write_text("raise SystemExit('another program')", "utf-8")
    program = [sys.executable, "-c", FORKED, str(ROOT)]
    with socket.socket() as taken:
        with suppress(OSError):  # another program has it already
            taken.bind(("127.0.0.1", 8787))
            taken.listen()
        told = subprocess.run(program, check=True, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert str(ROOT / "learner" / "sweeps" / "preloaded.py") in told.stdout
    assert "8787" not in told.stderr, "Dask warns of its port"


def finished(out):
    return (out / "runs.jsonl").read_bytes().count(b"\n") if (out / "runs.jsonl").exists() else 0


def wait_for(holds):
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"waited for {PATIENCE} s"
        time.sleep(0.02)
