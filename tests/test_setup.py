"""The set-up in run.py and its lock files, without a network."""

import ast
import hashlib
import importlib.util
import json
import os
import re
import subprocess
import sys
import threading
import time
import venv
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

PROJECT = Path(__file__).resolve().parent.parent
LOCK, TEST_LOCK = PROJECT / "requirements.lock", PROJECT / "requirements-test.lock"


@pytest.fixture
def run() -> ModuleType:
    spec = importlib.util.spec_from_file_location("safe_crossing_run", PROJECT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def project(tmp_path) -> Path:
    """A project of its own: run.py, two small lock files, and a main.py that tells how it was called."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "run.py").write_bytes((PROJECT / "run.py").read_bytes())
    (folder / "requirements.lock").write_text("one")
    (folder / "requirements-test.lock").write_text("one two")
    (folder / "main.py").write_text(
        "import json, os, sys\nprint(json.dumps([sys.argv[1:], os.getcwd(), sys.prefix]))\nsys.exit(7)\n"
    )
    return folder


def locks_of(project: Path) -> list[Path]:
    return [project / "requirements.lock", project / "requirements-test.lock"]


def finish(run: ModuleType, place: Path, locks: list[Path]) -> None:
    """Leave what a complete set-up leaves, without installing anything."""
    run.python_of(place).parent.mkdir(parents=True, exist_ok=True)
    run.python_of(place).touch()
    (place / run.STAMP).write_text("\n".join(run.keys_of(locks, place)))


# ---- places ----


def test_the_project_folder_comes_first_then_the_cache_then_a_temporary_folder(run, tmp_path):
    environ = {"HOME": str(tmp_path), "TMPDIR": str(tmp_path / "t")}
    here, cache, temporary = run.possible_places(tmp_path / "p", environ)
    assert here == tmp_path / "p" / ".venv"
    assert cache.parent == tmp_path / ".cache"
    assert temporary.parent == tmp_path / "t"


def test_the_cache_folder_the_user_named_wins(run, tmp_path):
    environ = {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "mine")}
    assert run.possible_places(tmp_path / "p", environ)[1].parent == tmp_path / "mine"


def test_a_missing_home_is_not_created(run, tmp_path):
    environ = {"HOME": str(tmp_path / "missing")}
    assert len(run.possible_places(tmp_path / "p", environ)) == 2


def test_two_copies_of_the_project_never_share_an_environment(run, tmp_path):
    environ = {"HOME": str(tmp_path)}
    assert set(run.possible_places(tmp_path / "p", environ)).isdisjoint(
        run.possible_places(tmp_path / "q", environ)
    )


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps temporary folders apart for each user")
def test_an_environment_that_somebody_else_left_in_a_shared_folder_is_not_run(
    run, project, tmp_path, monkeypatch
):
    place = tmp_path / "shared"
    finish(run, place, locks_of(project))
    assert run.ready(place, project, locks_of(project))
    monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    assert not run.ready(place, project, locks_of(project))
    assert run.open_lock(place, project) is None


# ---- the stamp ----


def test_an_environment_counts_only_when_stamp_and_interpreter_are_there(run, project):
    place, locks = project / ".venv", locks_of(project)
    assert not run.ready(place, project, locks)
    finish(run, place, locks)
    assert run.ready(place, project, locks)
    run.python_of(place).unlink()
    assert not run.ready(place, project, locks)


def test_the_program_may_run_from_the_tests_environment_but_not_the_reverse(run, project):
    place, (lock, test_lock) = project / ".venv", locks_of(project)
    finish(run, place, [lock, test_lock])
    assert run.ready(place, project, [lock])
    finish(run, place, [lock])
    assert not run.ready(place, project, [lock, test_lock])


def test_a_changed_lock_a_moved_folder_or_another_python_asks_for_a_new_set_up(run, project, monkeypatch):
    place, lock = project / ".venv", project / "requirements.lock"
    keys = [run.keys_of([lock], place)]
    keys.append(run.keys_of([lock], project / "moved"))
    monkeypatch.setattr(sys, "base_prefix", "elsewhere")
    keys.append(run.keys_of([lock], place))
    lock.write_text("changed")
    keys.append(run.keys_of([lock], place))
    assert len({tuple(key) for key in keys}) == 4


# ---- one set-up at a time ----


def test_a_lock_has_one_holder(run, project):
    place = project / ".venv"
    with run.open_lock(place, project) as first, run.open_lock(place, project) as second:
        assert run.try_lock(first)
        assert not run.try_lock(second)
        first.close()
        assert run.try_lock(second)


def test_two_first_starts_at_once_install_once(run, project, monkeypatch, capsys):
    calls = []

    def install(place, locks):
        calls.append(place)
        time.sleep(0.3)
        finish(run, place, locks)

    monkeypatch.setattr(run, "install", install)
    found = []
    starts = [
        threading.Thread(target=lambda: found.append(run.environment(project, locks_of(project), {})))
        for _ in range(2)
    ]
    for start in starts:
        start.start()
    for start in starts:
        start.join(20)
    assert calls == [project / ".venv"]
    assert found == [run.python_of(project / ".venv")] * 2
    assert "waiting" in capsys.readouterr().err


def test_an_interrupted_set_up_is_redone(run, project, monkeypatch):
    def interrupted(place, lock):
        raise KeyboardInterrupt

    monkeypatch.setattr(run, "install_packages", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run.environment(project, locks_of(project), {})
    assert not run.ready(project / ".venv", project, locks_of(project))
    (project / ".venv" / "half-made").touch()
    monkeypatch.setattr(run, "install_packages", lambda *_: None)
    run.environment(project, locks_of(project), {})
    assert run.ready(project / ".venv", project, locks_of(project))
    assert not (project / ".venv" / "half-made").exists()


def test_the_tests_packages_are_added_to_the_environment_at_hand(run, project, monkeypatch):
    installed = []
    monkeypatch.setattr(run, "install_packages", lambda _, lock: installed.append(lock.name))
    run.environment(project, locks_of(project)[:1], {})
    (project / ".venv" / "kept").touch()
    run.environment(project, locks_of(project), {})
    assert installed == ["requirements.lock", "requirements-test.lock"]
    assert (project / ".venv" / "kept").exists()


def test_a_project_folder_that_cannot_be_written_sends_the_environment_elsewhere(
    run, project, tmp_path, monkeypatch, capsys
):
    (project / ".venv").touch()  # a file in the way stops even root
    monkeypatch.setattr(run, "install", lambda place, locks: finish(run, place, locks))
    python = run.environment(project, locks_of(project), {"XDG_CACHE_HOME": str(tmp_path / "cache")})
    assert tmp_path / "cache" in python.parents
    assert "cannot be written" in capsys.readouterr().err


def test_no_folder_at_all_is_told_in_a_sentence(run, project):
    for name in (".venv", "cache", "temporary"):
        (project / name).touch()
    environ = {"XDG_CACHE_HOME": str(project / "cache"), "TMPDIR": str(project / "temporary")}
    with pytest.raises(run.SetupError, match="Set XDG_CACHE_HOME to a folder of yours"):
        run.environment(project, locks_of(project), environ)


# ---- starting ----


def test_an_old_python_gets_a_sentence(run, monkeypatch, capsys):
    ast.parse((PROJECT / "run.py").read_text(encoding="utf-8"), feature_version=(3, 8))
    monkeypatch.setattr(sys, "version_info", (3, 8, 18))
    assert run.main([]) == 3
    assert "needs Python 3.11 or newer" in capsys.readouterr().err


def test_arguments_folder_and_exit_code_pass_through_and_stdout_stays_clean(run, project, tmp_path):
    place = project / ".venv"
    venv.EnvBuilder(symlinks=os.name != "nt").create(place)
    (place / run.STAMP).write_text("\n".join(run.keys_of(locks_of(project), place)))
    ended = start(project, "my.yaml", "--json", cwd=tmp_path)
    assert ended.returncode == 7
    arguments, folder, prefix = json.loads(ended.stdout)
    assert arguments == ["my.yaml", "--json"]
    assert Path(folder) == tmp_path
    assert Path(prefix) == place
    assert ended.stderr == ""


def start(project: Path, *arguments: str, cwd: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Start run.py with no tool in reach, so that it can neither find uv nor ask a network."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_"))}
    return subprocess.run(
        [sys.executable, str(project / "run.py"), *arguments],
        cwd=cwd,
        env=clean | {"PATH": "", "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1"} | environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(
    not [*Path(os.__file__).parent.glob("ensurepip/_bundled/pip-*.whl")],
    reason="this Python comes without pip",
)
def test_a_whole_set_up_enforces_hashes_and_never_uses_a_half_made_environment(project, tmp_path):
    wheel = tmp_path / "wheels" / "pebble-1.0-py3-none-any.whl"
    wheel.parent.mkdir()
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("pebble.py", "")
        archive.writestr(
            "pebble-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: pebble\nVersion: 1.0\n"
        )
        archive.writestr(
            "pebble-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
        )
        archive.writestr("pebble-1.0.dist-info/RECORD", "")
    lock, found = project / "requirements.lock", {"PIP_FIND_LINKS": str(wheel.parent)}

    lock.write_text(f"pebble==1.0 --hash=sha256:{'0' * 64}\n")
    refused = start(project, cwd=tmp_path, **found)
    assert (refused.returncode, refused.stdout) == (3, "")
    assert "half-made environment is never used" in refused.stderr
    assert not (project / ".venv" / "ready").exists()

    lock.write_text(f"pebble==1.0 --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n")
    accepted = start(project, cwd=tmp_path, **found)
    assert accepted.returncode == 7
    assert len(accepted.stdout.splitlines()) == 1  # main.py's own line
    assert [*(project / ".venv").rglob("pebble.py")]


# ---- the lock files ----


def pins(lock: Path) -> dict[str, list[str]]:
    """Give each pinned requirement of a lock file with its hashes."""
    found: dict[str, list[str]] = {}
    for line in lock.read_text(encoding="utf-8").splitlines():
        if re.match(r"[a-z0-9]", line):
            name = line.removesuffix("\\").strip()
            found[name] = []
        found[name] += re.findall(r"--hash=sha256:([0-9a-f]{64})", line)
    return found


@pytest.mark.parametrize("lock", [LOCK, TEST_LOCK], ids=lambda path: path.name)
def test_every_requirement_is_pinned_and_hashed(lock):
    for requirement, hashes in pins(lock).items():
        assert re.match(r"[a-z0-9-]+==[0-9][\w.]*( ;.*)?$", requirement)
        assert hashes, requirement
    assert not re.search(
        r"://|^\s*--?(index|extra-index|find-links|f |i )", lock.read_text(encoding="utf-8"), re.MULTILINE
    )


def test_compiled_packages_are_locked_for_all_systems():
    for requirement, hashes in pins(LOCK).items():
        if requirement.startswith(("numpy", "numba", "pygame-ce", "pillow", "pydantic-core", "pyyaml")):
            assert len(hashes) > 12, requirement  # several Pythons on Linux, macOS and Windows


def test_the_tests_lock_contains_the_programs_lock():
    assert pins(LOCK).items() <= pins(TEST_LOCK).items()


def test_extras_go_into_the_environment_through_a_pip_that_is_not_in_it(run, tmp_path, monkeypatch):
    place = tmp_path / "environment"
    monkeypatch.setattr(run, "environment", lambda *_: place / "bin" / "python")
    monkeypatch.setattr(
        run, "find_pip", lambda where: [where / "bin" / "python", tmp_path / "pip.whl" / "pip"]
    )
    monkeypatch.setattr(run, "hand_over", lambda command: command)
    command = run.main(["pip", "install", "matplotlib"])
    assert command == [
        str(place / "bin" / "python"),
        str(tmp_path / "pip.whl" / "pip"),
        "install",
        "matplotlib",
    ]
