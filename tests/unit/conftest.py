"""For the tests of the command line."""

import pytest

import main


@pytest.fixture
def cli(capsys):
    """Runs a command line; gives exit code, stdout, stderr."""

    def run(*args):
        code = main.main([str(arg) for arg in args])
        out, err = capsys.readouterr()
        assert "Traceback" not in out + err
        return code, out, err

    return run
