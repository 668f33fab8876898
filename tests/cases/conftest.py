"""What the cases about files of other programs share."""

import pytest

from levels.proof.optimal_values import solve
from levels.proof.prove import prove
from levels.text.reader import read_file


@pytest.fixture
def opened(tmp_path):
    """Writes a drawing and reads it as a level."""

    def reading(text, name="case.txt"):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8", newline="")
        return read_file(path)

    return reading


def worth(file):
    """Steps of the shortest safe way, and its return."""
    proof = prove(file)
    assert proof.objection is None
    return proof.certificate.shortest, solve(proof.mdp, proof.safe, 1.0).v_star[proof.mdp.starts[0]]
