"""docs/paper.md keeps its word: its table is what learning gives, its lines run, its links lead somewhere."""

import ast
import re
from pathlib import Path

import pytest

import main
from game.figures.studies import STUDIES
from learner.results import results
from learner.trainer import Trainer
from levels.proof import prove
from levels.reader import find_level, read_file, studied_levels
from levels.truth import solve

ROOT = Path(__file__).resolve().parents[1]
PAGE, DEAD_ENDS, SVM = (
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("paper.md", "dead_ends.md", "svm.md")
)
LINES = sorted(set(re.findall(r"python3 run\.py ([^`\n]+)", PAGE)))
STOPS = {"train dead_end --safety one_step", "train crossy_road --safety one_step"}
"""Lines that end with a named dead end."""


def test_the_table_is_what_ten_seeds_give():
    for row in results(studied_levels(), range(10)):
        shortest = prove(read_file(find_level(row.level))).certificate.shortest
        median = f"{row.episodes_median:,.1f}".removesuffix(".0")
        expected = (
            f"| `{row.level}` | {shortest} | {row.episodes_min:,} | {median} | {row.episodes_max:,} "
            f"| {round(10 * row.optimal)} of {row.converged} | {row.transitions:,} | {row.violations} |"
        )
        assert expected in PAGE.splitlines()


def test_there_are_lines_to_run():
    assert len(LINES) > 15
    assert set(LINES) > STOPS


@pytest.mark.parametrize("line", [line for line in LINES if line.split()[0] in ("check", "train")])
def test_a_line_runs_to_its_end(line, capsys):
    assert main.main(line.split()) == (2 if line in STOPS else 0)
    captured = capsys.readouterr()
    assert ("dead end at" in captured.err) == (line in STOPS)


@pytest.mark.parametrize("line", [line for line in LINES if line.split()[0] == "test"])
def test_a_line_names_tests_that_exist(line):
    _, file, _, word = line.split()
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert [name for name in names if name.startswith("test_") and word in name]


def test_the_studies_stand_as_on_their_own_pages_which_other_tests_hold_to_the_numbers():
    """tests/unit/learner/test_svm_study.py for widths, a long test in test_dead_ends.py for dead ends."""
    crossings = re.findall(r"(?m)^\| (?:actions|four moves).*", DEAD_ENDS)
    assert len(crossings) == 3
    assert re.findall(r"(?m)^\| (?:actions|four moves).*", PAGE) == crossings
    first = re.search(r"(?m)^\| level +\| +N \|(?:.*\n)+?\n", SVM)[0]
    assert len(first.splitlines()) == 2 + len(studied_levels()) + 1
    assert first in PAGE
    (overruled,) = re.findall(r"in ([\d,]+) states, over (\d+)\s+fits", PAGE)
    assert re.findall(r"in ([\d,]+) states, over (\d+)\s+fits", SVM) == [overruled]


def test_the_studies_named_are_those_that_there_are():
    assert {line.split()[1] for line in LINES if line.startswith("study ")} == set(STUDIES)


def test_all_other_lines_are_commands():
    commands = {command.name or command.callback.__name__ for command in main.app.registered_commands}
    assert {line.split()[0] for line in LINES} - {"test"} <= commands


def converged(name, threshold):
    """What ten seeds have learned when Σ|ΔQ| first falls below a threshold."""
    file = read_file(find_level(name))
    proof = prove(file)
    learning = file.level.learning.model_copy(update={"threshold": threshold})
    truth = solve(proof.mdp, proof.safe, learning.discount)
    for seed in range(10):
        trainer = Trainer(proof.mdp, proof.safe, learning, seed)
        trainer.advance(stop="converged", n_episodes=10_000)
        assert trainer.converged_episode
        yield trainer.snapshot(truth)


def test_too_large_a_threshold_stops_too_early():
    assert sum(snapshot.optimal for snapshot in converged("grid_9", 0.1)) == 2
    maze = list(converged("maze_15", 0.5))
    assert not any(snapshot.optimal for snapshot in maze)
    assert maze[0].rollout_steps is None


def test_the_way_may_be_right_where_values_are_not():
    assert round(next(converged("crossy_road", 0.001)).largest_q_error, 1) == 17.4


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)", PAGE):
        assert (ROOT / "docs" / target).is_file(), target
    titles = re.findall(r"^#+ (.*)", PAGE, re.MULTILINE)
    headings = {re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= headings
