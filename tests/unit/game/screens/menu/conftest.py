"""What the tests of the home page share."""

import os

import pytest

from game.services.services import Services
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, read_file

BUILTIN = builtin_levels()


@pytest.fixture
def services(tmp_path):
    return Services(folder=tmp_path)


@pytest.fixture(scope="session")
def certificates():
    return {name: prove(read_file(path)).certificate for name, path in BUILTIN.items()}


@pytest.fixture
def write():
    """Writes a built-in level to a file of the user's own, as old as wanted [s]."""

    def written(path, age=0, name="grid_4"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(BUILTIN[name].read_text("utf-8"), "utf-8")
        os.utime(path, (1_000_000 - age, 1_000_000 - age))
        return path

    return written
