"""The set-up in run.py and its lock files, without a network."""

import ast
import hashlib
import importlib.util
import io
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
import venv
import zipfile
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest

PROJECT = Path(__file__).resolve().parent.parent
LOCK, TEST_LOCK, BUNDLE_LOCK = (PROJECT / f"requirements{name}.lock" for name in ("", "-test", "-bundle"))


@pytest.fixture(scope="module")
def run() -> ModuleType:
    """run.py as a module; what a test replaces in it comes back through monkeypatch."""
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
    if not run.python_of(place).exists():
        run.python_of(place).parent.mkdir(parents=True, exist_ok=True)
        run.python_of(place).touch(mode=0o755)
    settings = place / "pyvenv.cfg"
    settings.touch()
    for number, _ in enumerate(locks):
        run.list_of(place, locks[: number + 1]).write_text(f"{settings.stat().st_size} pyvenv.cfg\n")
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
    assert not run.unready(place, project, locks_of(project))
    monkeypatch.setattr(os, "getuid", lambda: place.stat().st_uid + 1)
    assert run.unready(place, project, locks_of(project))
    assert run.open_lock(place, project) is None


# ---- the stamp ----


def test_an_environment_counts_only_when_stamp_and_interpreter_are_there(run, project):
    place, locks = project / ".venv", locks_of(project)
    assert run.unready(place, project, locks)
    finish(run, place, locks)
    assert not run.unready(place, project, locks)
    run.python_of(place).unlink()
    assert run.unready(place, project, locks)


def test_the_program_may_run_from_the_tests_environment_but_not_the_reverse(run, project):
    place, (lock, test_lock) = project / ".venv", locks_of(project)
    finish(run, place, [lock, test_lock])
    assert not run.unready(place, project, [lock])
    finish(run, place, [lock])
    assert run.unready(place, project, [lock, test_lock])


def test_the_tests_packages_stay_when_those_for_bundling_are_added(run, project, monkeypatch):
    place, (lock, test_lock) = project / ".venv", locks_of(project)
    bundle_lock = project / "requirements-bundle.lock"
    bundle_lock.write_text("one three")
    finish(run, place, [lock, test_lock])
    monkeypatch.setattr(run, "install_packages", lambda *_: "")
    run.install(place, project, [lock, bundle_lock])
    stamp = set(run.installed(place))
    assert stamp == set(run.keys_of([lock, test_lock, bundle_lock], place))
    test_lock.write_text("one four")
    run.install(place, project, [lock, bundle_lock])
    assert set(run.installed(place)) == set(run.keys_of([lock, bundle_lock], place))


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

    def install(place, _, locks):
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
    assert run.unready(project / ".venv", project, locks_of(project))
    (project / ".venv" / "half-made").touch()
    monkeypatch.setattr(run, "install_packages", lambda place, locks: finish(run, place, locks))
    run.environment(project, locks_of(project), {})
    assert not run.unready(project / ".venv", project, locks_of(project))
    assert not (project / ".venv" / "half-made").exists()


def test_the_tests_packages_are_added_to_the_environment_at_hand(run, project, monkeypatch):
    installed = []

    def install_packages(place, locks):
        installed.append(locks[-1].name)
        finish(run, place, locks)

    monkeypatch.setattr(run, "install_packages", install_packages)
    run.environment(project, locks_of(project)[:1], {})
    (project / ".venv" / "kept").touch()
    run.environment(project, locks_of(project), {})
    assert installed == ["requirements.lock", "requirements-test.lock"]
    assert (project / ".venv" / "kept").exists()


def test_what_was_there_comes_back_when_a_set_up_fails(run, project):
    place = project / ".venv"
    finish(run, place, locks_of(project))

    def interrupted():
        with run.emptied(place):
            assert run.unready(place, project, locks_of(project))
            (place / "pyvenv.cfg").write_text("half-made")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert not run.unready(place, project, locks_of(project))
    assert not (place / run.FORMER).exists()


def test_what_was_there_survives_a_set_up_that_was_killed(run, project):
    place = project / ".venv"
    finish(run, place, locks_of(project))
    put_aside = [*place.iterdir()]
    (place / run.FORMER).mkdir()
    for entry in put_aside:
        entry.rename(place / run.FORMER / entry.name)
    (place / "half-made").touch()
    with pytest.raises(KeyboardInterrupt), run.emptied(place):
        raise KeyboardInterrupt
    assert not (place / "half-made").exists()
    assert not run.unready(place, project, locks_of(project))


def test_a_former_environment_that_a_killed_set_up_could_not_clear_away_never_returns(run, project):
    place = project / ".venv"
    finish(run, place, locks_of(project))
    (place / run.FORMER).mkdir()
    (place / run.FORMER / run.STAMP).write_text("stale")
    with pytest.raises(KeyboardInterrupt), run.emptied(place):
        raise KeyboardInterrupt
    assert not run.unready(place, project, locks_of(project))


def test_adding_the_tests_packages_in_vain_leaves_the_program_as_it_is(run, project, monkeypatch):
    place = project / ".venv"
    finish(run, place, locks_of(project)[:1])

    def offline(*_):
        raise run.SetupError

    monkeypatch.setattr(run, "install_packages", offline)
    with pytest.raises(run.SetupError):
        run.environment(project, locks_of(project), {})
    assert not run.unready(place, project, locks_of(project)[:1])


def test_a_project_folder_that_cannot_be_written_sends_the_environment_elsewhere(
    run, project, tmp_path, monkeypatch, capsys
):
    (project / ".venv").touch()  # a file in the way stops even root
    monkeypatch.setattr(run, "install", lambda place, _, locks: finish(run, place, locks))
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
    finish(run, place, locks_of(project))
    ended = start(project, "my.yaml", "--json", cwd=tmp_path)
    assert ended.returncode == 7
    arguments, folder, prefix = json.loads(ended.stdout)
    assert arguments == ["my.yaml", "--json"]
    assert Path(folder) == tmp_path
    assert Path(prefix) == place
    assert ended.stderr == ""


@pytest.mark.parametrize("name", ["PYTHONSAFEPATH", "PYTHONOPTIMIZE", "PYTHONINSPECT", "PYTHONPATH"])
def test_no_variable_of_python_leads_the_program_astray(run, monkeypatch, name):
    monkeypatch.setattr(run, "environment", lambda *_: Path("python"))
    monkeypatch.setattr(run, "hand_over", lambda _, environ: environ)
    monkeypatch.setenv(name, "1")
    monkeypatch.setenv("PYTHONHASHSEED", "7")
    environ = run.main(["check", "grid_4"])
    assert name not in environ
    assert environ["PYTHONHASHSEED"] == "7"


def test_the_program_finds_its_folders_whatever_python_is_told(tmp_path):
    loading = f"import runpy; runpy.run_path({str(PROJECT / 'main.py')!r})"
    ended = subprocess.run(
        [sys.executable, "-P", "-c", loading],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, "")


# ---- the user's settings for pip and uv ----


@pytest.fixture
def home(tmp_path) -> dict[str, str]:
    """The variables of a user with a home of his own and no settings."""
    return {"HOME": str(tmp_path), "XDG_CONFIG_DIRS": str(tmp_path / "machine")}


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def test_pip_is_told_of_index_certificates_and_proxy_and_of_nothing_else(run):
    astray = {"PIP_TARGET": "t", "PIP_CONSTRAINT": "c", "PIP_CERT": "", "PIP_CONFIG_FILE": os.devnull}
    kept = {"PIP_PROXY": "p:1", "PIP_DEFAULT_TIMEOUT": "9"}
    assert run.pip_settings(astray | kept) == {"PIP_PROXY": "p:1", "PIP_TIMEOUT": "9"}


@pytest.mark.skipif(os.name == "nt", reason="these are the folders of the other systems")
def test_settings_are_looked_for_where_pip_and_uv_look(run, home, tmp_path):
    def own(tool: str, **more: str) -> list[str]:
        files = [str(file) for file in run.settings_files(tool, home | more)]
        return [file.removeprefix(f"{tmp_path}/") for file in files if "Library" not in file]

    pip = ["machine/pip/pip.conf", "/etc/pip/pip.conf", "/etc/pip.conf"]
    assert own("pip") == [*pip, ".pip/pip.conf", ".config/pip/pip.conf"]
    assert own("pip", XDG_CONFIG_HOME=f"{tmp_path}/x")[-1] == "x/pip/pip.conf"
    assert own("uv") == ["machine/uv/uv.toml", "/etc/uv/uv.toml", ".config/uv/uv.toml"]
    named = tmp_path / "named"
    assert own("pip", PIP_CONFIG_FILE=str(named)) == ["named", *pip, ".pip/pip.conf", ".config/pip/pip.conf"]
    named.touch()
    assert own("pip", PIP_CONFIG_FILE=str(named)) == ["named", *pip]  # then pip leaves out the user's own
    assert own("pip", PIP_CONFIG_FILE=os.devnull) == [os.devnull]
    assert own("uv", UV_CONFIG_FILE=str(named)) == ["named"]


@pytest.fixture
def files(run, tmp_path, monkeypatch) -> list[Path]:
    """Two files of settings, the second decisive; the machine's own are out of reach."""
    found = [tmp_path / "first", tmp_path / "second"]
    monkeypatch.setattr(run, "settings_files", lambda *_: found)
    return found


def test_the_decisive_file_of_pip_wins_and_install_over_global(run, files):
    files[0].write_text("[global]\nindex_url = a\nproxy = p\ntarget = t\n[install]\ntimeout = 1\n")
    assert run.pip_settings({}) == {"PIP_INDEX_URL": "a", "PIP_PROXY": "p", "PIP_TIMEOUT": "1"}
    files[1].write_text("[global]\nindex{}url = b\ntimeout = 2\n[freeze]\nproxy = no\n".format("-"))
    assert run.pip_settings({}) == {"PIP_INDEX_URL": "b", "PIP_PROXY": "p", "PIP_TIMEOUT": "1"}
    assert run.pip_settings({"PIP_INDEX_URL": "mine"})["PIP_INDEX_URL"] == "mine"


def test_unreadable_settings_are_told_and_left_out(run, files, capsys):
    files[0].write_text("nonsense\n")
    assert run.pip_settings({}) == {}
    assert run.uv_settings({}) == ""
    said = capsys.readouterr().err.splitlines()
    assert [line.split(" in ")[0] for line in said] == ["The pip settings", "The uv settings"]


def test_uvs_files_are_kept_as_far_as_pips(run, files):
    files[0].write_text('native-tls = true\nlink-mode = "copy"\n')
    files[1].write_text(
        'exclude-newer = "2001-01-01"\nallow-insecure-host = ["a", "b"]\n'
        '[[index]]\nname = "größer"\nurl = "u"\ndefault = true\n[pip]\ntarget = "t"\nno-index = true\n',
        encoding="utf-8",
    )
    assert tomllib.loads(run.uv_settings({})) == {
        "native-tls": True,
        "allow-insecure-host": ["a", "b"],
        "index": [{"name": "größer", "url": "u", "default": True}],
        "no-index": True,
    }
    assert run.uv_settings({"UV_NO_CONFIG": "1"}) == ""


@pytest.mark.skipif(os.name == "nt", reason="the tool is a script")
def test_uv_runs_with_index_certificates_and_proxy_alone(run, project, tmp_path, monkeypatch):
    tool, said = tmp_path / "bin" / "uv", tmp_path / "said"
    write(
        tool,
        f"#!{sys.executable}\nimport json, os, sys\n"
        f"open({str(said)!r}, 'w').write(json.dumps([sys.argv, dict(os.environ)]))\n",
    )
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tool.parent))
    for name in (
        "UV_INDEX_URL",
        "UV_INDEX_MINE_PASSWORD",
        "UV_HTTP_TIMEOUT",
        "UV_TARGET",
        "UV_NO_VERIFY_HASHES",
    ):
        monkeypatch.setenv(name, "1")
    monkeypatch.setattr(run, "fault_of", lambda *_: "")
    (project / ".venv").mkdir()
    assert run.install_packages(project / ".venv", locks_of(project)) == ""
    command, environ = json.loads(said.read_text())
    assert command[1:4] == ["pip", "install", "--config-file"]
    assert "--require-hashes" in command
    given = {name for name in environ if name.startswith("UV_")}
    assert given == {"UV_INDEX_URL", "UV_INDEX_MINE_PASSWORD", "UV_HTTP_TIMEOUT"}


# ---- whole set-ups, from a local folder of wheels ----


def build_wheel(folder: Path, run: ModuleType, **more: str) -> str:
    """Write a package that has all the program imports, and a library; give its line in a lock file."""
    files = {name.replace(".", "/") + ".py": "" for name in run.PACKAGES["requirements.lock"] if "." in name}
    files |= {f"{name.split('.')[0]}/__init__.py": "" for name in run.PACKAGES["requirements.lock"]}
    files |= {"numpy.libs/libblas.so.3": "a library"} | more
    files["pebble-1.0.dist-info/METADATA"] = "Metadata-Version: 2.1\nName: pebble\nVersion: 1.0\n"
    files["pebble-1.0.dist-info/WHEEL"] = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    files["pebble-1.0.dist-info/RECORD"] = "".join(
        f"{name},,{len(text)}\n" for name, text in sorted(files.items())
    )
    folder.mkdir()
    wheel = folder / "pebble-1.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return f"pebble==1.0 --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}\n"


QUIET = {"PATH": "", "PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1"}
"""With these a set-up can neither find uv nor ask a network."""


def start(project: Path, *arguments: str, cwd: Path, **environ: str) -> subprocess.CompletedProcess[str]:
    """Start run.py with no tool in reach."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PIP_", "UV_"))}
    return subprocess.run(
        [sys.executable, str(project / "run.py"), *arguments],
        cwd=cwd,
        env=clean | QUIET | environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


with_pip = pytest.mark.skipif(
    not [*Path(os.__file__).parent.glob("ensurepip/_bundled/pip-*.whl")],
    reason="this Python comes without pip",
)


@pytest.mark.slow
@with_pip
def test_a_whole_set_up_enforces_hashes_and_works_among_hostile_settings(
    run, project, tmp_path, monkeypatch, capsys
):
    """One story, because each run of pip takes seconds; unpacked, its second one takes less."""
    line = build_wheel(tmp_path / "wheels", run)
    (project / "levels").mkdir()  # main.py's own folders are found only if Python looks beside it
    (project / "levels" / "__init__.py").touch()
    (project / "main.py").write_text("import levels, numpy\n" + (project / "main.py").read_text())
    place, lock = project / ".venv", project / "requirements.lock"
    (_, in_wheel), _ = run.find_pip(place)
    zipfile.ZipFile(in_wheel.parent).extractall(tmp_path / "pip")
    find_pip = run.find_pip
    monkeypatch.setattr(
        run, "find_pip", lambda place: ([run.python_of(place), tmp_path / "pip" / "pip"], find_pip(place)[1])
    )
    constraint = tmp_path / "constraint.txt"
    constraint.write_text("pebble==2.0\n")
    (tmp_path / "numpy.py").write_text("raise SystemExit('another numpy')\n")
    settings = tmp_path / "pip.conf"
    settings.write_text(
        f"[global]\nno-index = true\nconstraint = {constraint}\nquiet = 3\npython = {tmp_path}/astray\n"
        f"[install]\nfind-links = {tmp_path}/wheels\ntarget = {tmp_path}/astray\nuser = true\ndry-run = 1\n"
    )

    hostile = dict.fromkeys(("TARGET", "PREFIX", "ROOT", "SRC", "REPORT", "PYTHON"), str(tmp_path / "astray"))
    hostile |= dict.fromkeys(("DRY_RUN", "USER", "REQUIRE_VIRTUALENV", "HELP"), "1")
    hostile |= {"CONSTRAINT": str(constraint), "NO_BINARY": ":all:", "PLATFORM": "odd", "VERBOSE": "maybe"}
    variables = {f"PIP_{name}": value for name, value in hostile.items()}
    variables |= {"PYTHONSAFEPATH": "1", "PYTHONOPTIMIZE": "2", "PYTHONDONTWRITEBYTECODE": "1"}
    variables |= {"PYTHONPATH": str(tmp_path), "PYTHONINSPECT": "1", "PIP_CONFIG_FILE": str(settings)}
    for name in [name for name in os.environ if name.startswith(("PIP_", "UV_"))]:
        monkeypatch.delenv(name)
    for name, value in (QUIET | variables | {"PIP_NO_INDEX": ""}).items():
        monkeypatch.setenv(name, value)

    lock.write_text(f"pebble==1.0 --hash=sha256:{'0' * 64}\n")
    with pytest.raises(
        run.SetupError, match=r"(?s)pip says:\n    ERROR: THESE PACKAGES DO NOT MATCH THE HASHES"
    ):
        run.environment(project, [lock], {})
    assert not (place / "ready").exists()

    lock.write_text(line)
    capsys.readouterr()
    monkeypatch.setattr(run, "progress", run.Progress())
    run.environment(project, [lock], {})
    assert capsys.readouterr().err.splitlines() == [
        f"Setting up Safe Crossing in {place}. This happens once and takes a minute or two.",
        "Making a private environment.",
        "Downloading 1 packages.",
        "Installing 1 packages.",
        "Checking the packages.",
        "Set-up is done.",
    ]
    assert not (tmp_path / "astray").exists()
    started = start(project, "a", cwd=tmp_path, **variables)
    assert (started.returncode, started.stderr) == (7, "")
    assert json.loads(started.stdout)[0] == ["a"]


@pytest.fixture
def wheels(run, project, tmp_path, monkeypatch) -> Path:
    """A folder of wheels; a stand-in for pip, which takes seconds, unpacks them. With none it fails."""

    def failure_of(*command, **_):
        (site,) = (project / ".venv").glob("[Ll]ib/**/site-packages")
        for wheel in (tmp_path / "wheels").glob("*.whl"):
            zipfile.ZipFile(wheel).extractall(site)
        return (
            "" if (site / "numpy").exists() else "    ERROR: No matching distribution found for pebble==1.0"
        )

    monkeypatch.setattr(run, "find_pip", lambda place: ([run.python_of(place), "pip"], {}))
    monkeypatch.setattr(run, "failure_of", failure_of)
    monkeypatch.setattr(shutil, "which", lambda _: None)
    return tmp_path / "wheels"


def test_packages_that_cannot_be_imported_end_the_set_up(run, project, wheels):
    lock, broken = (
        project / "requirements.lock",
        {"numba/__init__.py": "raise ImportError('libodd.so: no')\n"},
    )
    lock.write_text(build_wheel(wheels, run, **broken))
    with pytest.raises(
        run.SetupError, match=r"cannot be used: numba cannot be loaded \(ImportError: libodd.so: no"
    ):
        run.environment(project, [lock], {})
    assert not (project / ".venv" / "ready").exists()


def test_each_damage_is_named_and_mended(run, project, wheels, tmp_path, capsys):
    lock, place = project / "requirements.lock", project / ".venv"
    lock.write_text(build_wheel(wheels, run))
    run.environment(project, [lock], {})
    (package,) = place.glob("[Ll]ib/**/numpy")
    library = package.parent / "numpy.libs" / "libblas.so.3"

    shutil.rmtree(package)
    wheels.rename(tmp_path / "offline")
    with pytest.raises(
        run.SetupError, match=r"pip says:\n    ERROR: No matching(?s:.*)Check the network and start again"
    ):
        run.environment(project, [lock], {})
    assert "is damaged: numpy/__init__.py is missing. It is rebuilt now" in capsys.readouterr().err
    assert library.exists()  # what is left is left as it was
    assert not (place / run.FORMER).exists()

    (tmp_path / "offline").rename(wheels)
    library.write_text("cut")
    run.environment(project, [lock], {})
    assert "is damaged: numpy.libs/libblas.so.3 is damaged. It is rebuilt now" in capsys.readouterr().err
    assert package.is_dir()
    assert library.read_text() == "a library"

    run.python_of(place).unlink()
    if os.name != "nt":
        run.python_of(place).symlink_to(tmp_path / "no python")
    run.environment(project, [lock], {})
    assert "is damaged: its Python cannot be started" in capsys.readouterr().err
    run.environment(project, [lock], {})
    assert capsys.readouterr().err == ""


# ---- what a set-up shows ----


class Terminal(io.StringIO):
    """A terminal, which keeps all that was printed."""

    def isatty(self) -> bool:
        return True


def test_a_terminal_has_one_bar_that_goes_on_and_disappears(run, project, monkeypatch):
    monkeypatch.setattr(run, "progress", run.Progress())
    monkeypatch.setattr(sys, "stderr", Terminal())
    lock = project / "requirements.lock"
    lock.write_text(
        "numba==1\nnumpy==2 ; python_version < '3.12' \\\n    --hash=sha256:0\n"
        "numpy==3 ; python_version >= '3.12'\ncolorama==3 ; sys_platform == 'win32'\n"
    )
    read = run.show_packages(lock)
    lines = ["Collecting numba==1 (from -r x)", "  Downloading numba-1.whl (3 MB)", "Collecting numpy==2"]
    for line in [*lines, "Installing collected packages: numpy, numba", "Successfully installed"]:
        read(line)
    run.say("Set-up is done.")
    shown = [line.rstrip() for line in sys.stderr.getvalue().split("\r")]
    assert shown == [
        "",
        "[#.......................] Downloading 2 packages",
        "[##########..............] Downloading 2 packages: numba",
        "[##################......] Downloading 2 packages: numpy",
        "[##################......] Installing 2 packages",
        "",
        "Set-up is done.",
    ]


def test_the_lines_of_a_tool_are_shown_only_on_demand_and_its_reason_always(run, monkeypatch, capsys):
    monkeypatch.setattr(run, "progress", run.Progress())
    lines = "Looking\nWARNING: Retrying after connection broken by 'no route'\nERROR: nothing found\nhint\n"
    tool = (sys.executable, "-c", f"print({lines!r}); raise SystemExit(1)")
    reason = "    WARNING: Retrying after connection broken by 'no route'\n    ERROR: nothing found\n    hint"
    assert run.failure_of(*tool) == reason
    assert capsys.readouterr() == ("", "")
    monkeypatch.setattr(run.progress, "verbose", True)
    assert run.failure_of(*tool) == reason
    assert capsys.readouterr().err.startswith("Looking\nWARNING")
    assert "cannot be started" in run.failure_of("no such tool")


def test_v_is_the_set_ups_own_and_bundle_needs_its_own_packages(run, monkeypatch):
    asked = []
    monkeypatch.setattr(run, "progress", run.Progress())
    monkeypatch.setattr(run, "environment", lambda _, locks, __: asked.extend(locks) or Path("python"))
    monkeypatch.setattr(run, "hand_over", lambda command, _: command)
    assert run.main(["-v", "bundle"])[2:] == ["bundle"]
    assert run.progress.verbose
    assert [lock.name for lock in asked] == ["requirements.lock", "requirements-bundle.lock"]


# ---- the lock files ----


def test_whatever_the_project_depends_on_is_tried_before_the_stamp(run):
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    packages = metadata.packages_distributions()
    modules = [module.split(".")[0] for module in run.PACKAGES["requirements.lock"]]
    tried = {name.lower() for module in modules for name in packages[module]}
    assert tried == {re.match(r"[\w-]+", name)[0] for name in project["dependencies"]}


def pins(lock: Path) -> dict[str, list[str]]:
    """Give each pinned requirement of a lock file with its hashes."""
    found: dict[str, list[str]] = {}
    for line in lock.read_text(encoding="utf-8").splitlines():
        if re.match(r"[a-z0-9]", line):
            name = line.removesuffix("\\").strip()
            found[name] = []
        found[name] += re.findall(r"--hash=sha256:([0-9a-f]{64})", line)
    return found


@pytest.mark.parametrize("lock", [LOCK, TEST_LOCK, BUNDLE_LOCK], ids=lambda path: path.name)
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


def test_the_other_locks_contain_the_programs_lock_and_agree():
    assert pins(LOCK).items() <= pins(TEST_LOCK).items()
    assert pins(LOCK).items() <= pins(BUNDLE_LOCK).items()
    versions = [
        dict(name.split(" ;")[0].split("==") for name in pins(lock)) for lock in (TEST_LOCK, BUNDLE_LOCK)
    ]
    shared = versions[0].keys() & versions[1].keys()
    assert {name: versions[0][name] for name in shared} == {name: versions[1][name] for name in shared}


def test_extras_go_into_the_environment_through_a_pip_that_is_not_in_it(run, tmp_path, monkeypatch):
    place = tmp_path / "environment"
    monkeypatch.setattr(run, "environment", lambda *_: place / "bin" / "python")
    monkeypatch.setattr(
        run, "find_pip", lambda where: ([where / "bin" / "python", tmp_path / "pip.whl" / "pip"], {"A": "B"})
    )
    monkeypatch.setattr(run, "hand_over", lambda *handed: handed)
    command, environ = run.main(["pip", "install", "matplotlib"])
    assert environ == {"A": "B"}
    assert command == [
        str(place / "bin" / "python"),
        str(tmp_path / "pip.whl" / "pip"),
        "install",
        "matplotlib",
    ]
