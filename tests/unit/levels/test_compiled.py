"""The compiler's cache folder, and who imports the compiler."""

import os
import subprocess
import sys

import pytest

from levels.compiled import choose_cache_folder


def test_a_folder_that_can_be_written_is_taken_and_made(tmp_path):
    assert choose_cache_folder(tmp_path / "a" / "b") == tmp_path / "a" / "b"
    assert list((tmp_path / "a" / "b").iterdir()) == []


def start(tmp_path, cache):
    """Import numba as the program does, in a process of its own; give the cache folder it chose."""
    code = (
        "from levels.compiled import njit\n"
        "import os\n"
        "from learner.kernel import xorshift\n"
        "import numpy as np\n"
        "assert int(xorshift(np.uint64(1))) == 0x2000001\n"
        "print(os.environ['NUMBA_CACHE_DIR'])"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(cache), "TMPDIR": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    return done.stdout.strip()


def test_compiled_code_is_kept_in_the_cache_folder(tmp_path):
    assert start(tmp_path, tmp_path / "cache") == str(tmp_path / "cache")
    assert any((tmp_path / "cache").rglob("*.nbc"))


def test_without_a_writable_folder_it_starts_all_the_same_and_leaves_nothing(tmp_path):
    (tmp_path / "a file").write_text("")
    chosen = start(tmp_path, tmp_path / "a file" / "cache")
    assert chosen.startswith(str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["a file"]


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


@pytest.mark.parametrize("module", ["levels.level", "levels.board", "levels.reader"])
def test_reading_a_level_does_not_bring_numba_in(module):
    code = f"import sys, {module}; print('numba' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
