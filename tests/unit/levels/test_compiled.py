"""The compiler's cache: what becomes of damaged files, of full disks; and who imports the compiler."""

import hashlib
import os
import pickle
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from levels.code_cache import DIGEST, CheckedCache, CodeFiles, UnusableError
from levels.compiled import CACHE_VARIABLE

CODE = """
from levels.compiled import njit
from learner.core.kernel import xorshift
import numpy as np
assert int(xorshift(np.uint64(1))) == 0x2000001
print(xorshift.stats.cache_hits.total(), xorshift.stats.cache_misses.total())
"""
pytestmark = pytest.mark.slow
ANEW = "; the code is compiled again."


def start(cache):
    """Compile a function in a process of its own; give (times taken from the cache, compiled), and stderr."""
    done = subprocess.run(
        [sys.executable, "-c", CODE],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, CACHE_VARIABLE: str(cache)},
        timeout=60,
    )
    return tuple(map(int, done.stdout.split())), done.stderr


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A cache folder after a first start."""
    cache = tmp_path_factory.mktemp("cache") / "made" / "by it"
    assert start(cache) == ((0, 1), "")
    return cache


def file_in(cache):
    (file,) = cache.rglob("*.nbc")
    return file


def cut(data):
    return data[: len(data) // 2]


def garbled(data):
    return bytes(byte ^ (0x5A if at % 97 == 0 else 0) for at, byte in enumerate(data))


def zeros_inside(data):
    third = len(data) // 3
    return data[:third] + bytes(third) + data[2 * third :]


def zeros_in_the_machine_code(data):
    code = data.index(b"\x7fELF") + 64
    return data[:code] + bytes(512) + data[code + 512 :]


def test_compiled_code_is_kept_and_taken_from_the_cache(filled):
    assert start(filled) == ((1, 0), "")
    assert [file.suffix for file in filled.rglob("*") if file.is_file()] == [".nbc"]
    if os.name != "nt":
        assert file_in(filled).stat().st_mode & 0o777 == 0o600


DAMAGES = [lambda _: b"", cut, garbled, zeros_inside, zeros_in_the_machine_code, lambda data: data + b"x"]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_not_unpickled(filled, tmp_path, monkeypatch, damage):
    files = CodeFiles(tmp_path, "f", b"s" * DIGEST)
    files._path("key").write_bytes(damage(file_in(filled).read_bytes()))
    monkeypatch.setattr(pickle, "loads", lambda _: pytest.fail("it was unpickled"))
    with pytest.raises(UnusableError, match="is damaged"):
        files.load("key")


@pytest.mark.parametrize("damage", [cut, zeros_in_the_machine_code])
def test_a_damaged_file_is_told_and_compiled_anew(filled, tmp_path, damage):
    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    whole = file_in(cache).read_bytes()
    file_in(cache).write_bytes(damage(whole))
    hits, told = start(cache)
    assert hits == (0, 1)
    assert told == f"A file of compiled code in {cache} is damaged{ANEW}\n"
    assert start(cache) == ((1, 0), "")


@pytest.mark.skipif(os.name == "nt", reason="no such rights there")
def test_a_file_that_others_could_have_written_is_never_unpickled(filled, tmp_path):
    class Planted:
        def __reduce__(self):
            return (Path.write_text, (tmp_path / "ran", "code of somebody else"))

    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    stamp = file_in(cache).read_bytes()[DIGEST : 2 * DIGEST]
    content = stamp + pickle.dumps(Planted())
    file_in(cache).write_bytes(hashlib.sha256(content).digest() + content)
    file_in(cache).chmod(0o620)
    hits, told = start(cache)
    assert hits == (0, 1)
    assert told == f"A file of compiled code in {cache} could have been written by others{ANEW}\n"
    assert not (tmp_path / "ran").exists()


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only root can give a file away")
def test_a_file_of_another_user_is_not_used(filled, tmp_path):
    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    os.chown(file_in(cache), 65534, 65534)
    assert "could have been written by others" in start(cache)[1]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there")
def test_a_pipe_in_the_cache_is_not_waited_for(filled, tmp_path):
    cache = tmp_path / "cache"
    shutil.copytree(filled, cache)
    file = file_in(cache)
    file.unlink()
    os.mkfifo(file)
    hits, told = start(cache)
    assert hits == (0, 1)
    assert "can't be read (this is a device or a pipe)" in told


def test_a_folder_that_cannot_be_written_costs_time_and_a_sentence(tmp_path):
    (tmp_path / "a file").write_text("")
    hits, told = start(tmp_path / "a file" / "cache")
    assert hits == (0, 1)
    assert told.startswith(f"Compiled code can't be kept in {tmp_path / 'a file' / 'cache'} (")
    assert told.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["a file"]


def test_code_of_other_sources_or_another_signature_is_not_taken(tmp_path):
    files = CodeFiles(tmp_path, "f", b"s" * DIGEST)
    assert files.load("key") is None
    files.save("key", [1, 2])
    assert files.load("key") == [1, 2]
    assert files.load("another key") is None
    assert CodeFiles(tmp_path, "f", b"t" * DIGEST).load("key") is None
    (file,) = tmp_path.iterdir()
    file.rename(files._path("another key"))
    assert files.load("another key") is None


def test_of_two_that_write_at_once_one_file_stays_whole(tmp_path):
    """One writes while the other is half way through: neither sees the other's half."""
    first, second = (CodeFiles(tmp_path, "f", b"s" * DIGEST) for _ in range(2))

    class Slow:
        def __reduce__(self):
            second.save("key", "second")
            return (str, ("first",))

    first.save("key", Slow())
    assert first.load("key") == "first"
    assert len(list(tmp_path.iterdir())) == 1


def test_what_is_too_large_to_be_ours_is_damaged(tmp_path, monkeypatch):
    files = CodeFiles(tmp_path, "f", b"s" * DIGEST)
    files.save("key", "x" * 1000)
    monkeypatch.setattr("levels.code_cache.LARGEST_FILE", 500)
    with pytest.raises(UnusableError, match="damaged"):
        files.load("key")


def test_a_process_may_end_while_a_thread_compiles():
    """What is under way at the end takes a second or so; without the handler every such end was a crash."""
    code = (
        "import threading, time\n"
        "import levels.compiled\n"
        "from llvmlite import binding as llvm\n"
        "llvm.initialize_native_target()\n"
        "adding = 'define i64 @f{}(i64 %x) {{ %y = add i64 %x, 1\\n%z = mul i64 %y, %x\\nret i64 %z }}'\n"
        "module = llvm.parse_assembly('\\n'.join(adding.format(n) for n in range(10_000)))\n"
        "machine = llvm.Target.from_default_triple().create_target_machine()\n"
        "passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(3))\n"
        "manager = passes.getModulePassManager()\n"
        "threading.Thread(target=manager.run, args=(module, passes), daemon=True).start()\n"
        "time.sleep(0.05)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("module", ["levels.model.level", "levels.model.board", "levels.text.reader"])
def test_reading_a_level_does_not_bring_numba_in(module):
    code = f"import sys, {module}; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_a_bundles_code_is_found_again_from_every_folder(tmp_path, monkeypatch):
    """Its functions name files that are relative to the bundle, and not there."""

    def compiled():
        pass

    compiled.__code__ = compiled.__code__.replace(co_filename=str(Path("levels", "proof", "gone.py")))
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    places = []
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        places.append(CheckedCache(compiled).cache_path)
    assert places[0] == places[1]
