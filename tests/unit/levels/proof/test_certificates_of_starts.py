"""The figures and the verdict of a level with several starts."""

import pytest

from levels.proof.prove import prove
from levels.text.reader import parse_file

ROAD = "  - {kind: lane, look: train, row: 1, direction: right, length: 2, loop: 3, at: [1]}\n"


def proof_of(*rows, more=""):
    """The proof of a level drawn like this."""
    text = "".join(f"  {row}\n" for row in rows)
    return prove(parse_file(f"format: 1\nname: Starts\nmap: |\n{text}{more}", "starts.yaml"))


@pytest.mark.parametrize("row", ["S...G.S", "S.G...S", "S.GS...", "SS.G..S"])
def test_the_shortest_way_is_that_of_the_nearest_start(row):
    goal = row.index("G")
    ways = [abs(place - goal) for place, mark in enumerate(row) if mark == "S"]
    assert len(set(ways)) > 1
    certificate = proof_of(row).certificate
    assert (certificate.shortest, certificate.certified) == (min(ways), True)


@pytest.mark.parametrize("rows", [("S.G#.S",), ("S.#G.S",)], ids=["the second", "the first"])
def test_one_start_without_a_way_is_enough_to_refuse_a_level(rows):
    """Whichever it is; the other start still has its shortest way of 2."""
    proof = proof_of(*rows)
    lost = (0, 5) if rows[0][2] == "G" else (0, 0)
    assert not proof.certificate.certified
    assert proof.refused
    assert proof.certificate.shortest == 2
    assert proof.certificate.refusal.trace == ((0, lost),)
    assert f"the start at row {lost[0]}, column {lost[1]}" in proof.certificate.refusal.message


def test_one_start_that_is_a_trap_is_enough_to_refuse_a_level():
    """The second stands in a pocket that the train closes at once; the first is off the road."""
    proof = proof_of("S.G", "===", "##S", more=f"obstacles:\n{ROAD}")
    assert not proof.certificate.certified
    assert proof.certificate.refusal.trace == ((0, (2, 2)),)
    assert "the start at row 2, column 2 is a trap" in proof.certificate.refusal.message
