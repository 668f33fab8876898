"""The garbage collector while a file is parsed."""

import contextlib
import gc
import threading

import pytest

from levels.files.collector import collector_paused
from levels.files.problems import LevelError
from levels.text.reader import read_data

MANY = 20_000


@pytest.fixture
def collections():
    """The generations that this thread's new objects have had collected since."""
    found, thread = [], threading.get_ident()

    def note(phase, info):
        if phase == "start" and threading.get_ident() == thread:
            found.append(info["generation"])

    gc.callbacks.append(note)
    yield found
    gc.callbacks.remove(note)


def test_nothing_is_collected_meanwhile(collections):
    with collector_paused():
        kept = [[] for _ in range(MANY)]
        assert not collections
    assert gc.isenabled()
    assert len(kept) == MANY


def test_the_collector_works_again_after_an_error():
    with pytest.raises(KeyError), collector_paused():
        raise KeyError
    assert gc.isenabled()


def test_a_collector_that_is_off_stays_off():
    gc.disable()
    try:
        with collector_paused():
            assert not gc.isenabled()
        assert not gc.isenabled()
    finally:
        gc.enable()


@pytest.mark.parametrize(
    ("name", "begin", "piece"),
    [
        ("large.json", '{"desc": [', "[],"),
        ("large.tmj", '{"tilewidth": 16, "layers": [', "[],"),
        ("large.tmx", '<map orientation="orthogonal">', "<layer/>"),
    ],
)
def test_trees_of_files_are_built_without_the_collector(collections, name, begin, piece):
    with contextlib.suppress(LevelError):
        read_data((begin + piece * MANY).encode(), name)
    assert len(collections) < 5
