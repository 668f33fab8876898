"""docs/paper.md keeps its word: its table is what learning gives, its lines run, its links lead somewhere."""

import ast
import re
from pathlib import Path

import numpy as np
import pytest

import main
from game.export.figures.studies import STUDIES
from learner.core.diagnostics import greedy_steps
from learner.core.trainer import Trainer
from learner.studies import everywhere
from learner.studies.results import results
from levels.proof.optimal_values import solve
from levels.proof.prove import prove
from levels.text.reader import find_level, read_file, studied_levels

ROOT = Path(__file__).resolve().parents[1]
PAGE, DEAD_ENDS, SVM = (
    (ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("paper.md", "dead_ends.md", "svm.md")
)
LINES = sorted(set(re.findall(r"python3 run\.py ([^`\n]+)", PAGE)))
STOPS = {"train dead_end --safety one_step", "train crossy_road --safety one_step"}
"""Lines that end with a named dead end."""
UNSETTLED = {
    "train grid_9 --threshold 0.1 --stopping-rule published",
    "train maze_15 --threshold 0.5 --stopping-rule published",
}
"""Lines that stop on a path that has not settled."""


def test_the_table_is_what_ten_seeds_give():
    for row in results(studied_levels(), range(10)):
        shortest = prove(read_file(find_level(row.level))).certificate.shortest
        median = f"{row.episodes_median:,.1f}".removesuffix(".0")
        expected = (
            f"| `{row.level}` | {shortest} | {row.episodes_min:,} | {median} | {row.episodes_max:,} "
            f"| {round(10 * row.optimal)} of {row.converged} | {100 * row.optimal_states:.0f}% "
            f"| {row.transitions:,} | {row.violations} |"
        )
        assert expected in PAGE.splitlines()


def rows_everywhere(text):
    """The cells of each line of the study's table, by level."""
    lines = re.findall(r"(?m)^\| (`\w+`) +\|((?: +[\d,]+ \|){4})$", text)
    return {name: [cell.strip() for cell in cells.split("|")] for name, cells in lines}


@pytest.mark.parametrize(
    "names", [everywhere.BOARDS[:3], pytest.param(everywhere.BOARDS[3:], marks=pytest.mark.soak)]
)
def test_the_table_of_all_states_is_what_the_study_gives(names):
    """The two worlds that move take a quarter of a minute."""
    runs = list(everywhere.study(names, everywhere.SEEDS))
    found = rows_everywhere(everywhere.table(runs))
    assert list(found) == [f"`{name}`" for name in names]
    assert found.items() <= rows_everywhere(PAGE).items()


def test_there_are_lines_to_run():
    assert len(LINES) > 15
    assert set(LINES) > STOPS


@pytest.mark.parametrize("line", [line for line in LINES if line.split()[0] in ("check", "train")])
def test_a_line_runs_to_its_end(line, capsys):
    code = main.main(line.split())
    captured = capsys.readouterr()
    assert ("dead end at" in captured.err) == (line in STOPS)
    assert ("has not settled" in captured.err) == (line in UNSETTLED)
    assert code == (2 if line in STOPS else 1 if line in UNSETTLED else 0)


@pytest.mark.parametrize("line", [line for line in LINES if line.split()[0] == "test"])
def test_a_line_names_tests_that_exist(line):
    file, word = line.removeprefix("test ").removeprefix("-m soak ").partition(" -k ")[::2]
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    names = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert [name for name in names if name.startswith("test_") and word in name]


def test_the_studies_stand_as_on_their_own_pages_which_other_tests_hold_to_the_numbers():
    """test_svm_study.py holds the widths to the numbers, a long test in test_dead_ends.py the dead ends."""
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


def converged(name, **settings):
    """Trainers of ten seeds at convergence, and the optimum."""
    file = read_file(find_level(name))
    proof = prove(file)
    learning = file.level.learning.model_copy(update=settings)
    optimal = solve(proof.mdp, proof.safe, learning.discount)
    for seed in range(10):
        trainer = Trainer(proof.mdp, proof.safe, learning, seed)
        trainer.advance(stop="converged", n_episodes=10_000)
        assert trainer.converged_episode
        yield trainer, optimal


def published(name, threshold):
    """What ten seeds have learned when Σ|ΔQ| first falls below a threshold."""
    runs = converged(name, threshold=threshold, stopping_rule="published")
    return [trainer.snapshot(optimal) for trainer, optimal in runs]


def test_too_large_a_threshold_stops_too_early_by_the_published_rule():
    assert sum(snapshot.optimal for snapshot in published("grid_9", 0.1)) == 2
    maze = published("maze_15", 0.5)
    assert not any(snapshot.optimal for snapshot in maze)
    assert maze[0].rollout_steps is None


def test_the_way_may_be_right_where_values_are_not():
    trainer, optimal = next(converged("crossy_road"))
    assert round(trainer.snapshot(optimal).largest_q_error, 1) == 17.4


def shares(name):
    """Of ten seeds at convergence: the shares of states whose greedy path arrives, and is a shortest one."""
    arrive, shortest = [], []
    for trainer, optimal in converged(name):
        states = np.flatnonzero(trainer.safe.viable & (optimal.steps_to_goal > 0))
        steps = greedy_steps(trainer.tables, trainer.memory, states)
        arrive.append(100 * (steps >= 0).mean())
        shortest.append(100 * (steps == optimal.steps_to_goal[states]).mean())
    return sorted(arrive), sorted(shortest)


def test_shares_of_states_whose_greedy_paths_arrive():
    arrive = {n: shares(f"grid_{n}")[0] for n in range(4, 10)}
    assert round(min(map(min, arrive.values()))) == 66
    medians = {n: round(np.median(values)) for n, values in arrive.items()}
    assert (medians[4], medians[5], medians[8], min(medians.values())) == (100, 100, 70, 70)
    shortest = shares("crossy_road")[1]
    assert (round(shortest[0]), round(shortest[-1])) == (17, 23)


def test_links_lead_somewhere():
    for target in re.findall(r"\]\(([^)#:]+)", PAGE):
        assert (ROOT / "docs" / target).is_file(), target
    titles = re.findall(r"^#+ (.*)", PAGE, re.MULTILINE)
    headings = {re.sub(r"[^a-z0-9 _-]", "", title.lower()).replace(" ", "-") for title in titles}
    assert set(re.findall(r"\]\(#([^)]+)\)", PAGE)) <= headings
