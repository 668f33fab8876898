"""The table of results: figures of each row, and the bytes of the file."""

from statistics import median

import pytest

from learner.core.algorithm_1 import Algorithm1
from learner.studies.results import Result, results, to_csv, write_csv
from levels.files.problems import LevelError
from levels.files.saving import UnwritableError
from levels.text.reader import builtin_levels, read_level
from tests.unit.learner.reference import share_of, world_of

SEEDS = (3, 8, 21)
ROW = Result("somewhere", 4, 3, 10, 12.5, 90, 0.75, 0.5, 1234567, 0, 0.5)
HEAD = (
    "level,seeds,converged,episodes_min,episodes_median,episodes_max,"
    "optimal,optimal_states,transitions,violations"
)
WALLED_IN = "format: 1\nname: walled\nmap: |\n  S#G\n"


def test_a_row_tells_what_the_readable_classes_find():
    """Algorithm 1 played by its slow twin, from each seed until it converges."""
    world = world_of(read_level(builtin_levels()["grid_4"]))
    runs = [Algorithm1(world.mdp, world.safe, world.level.learning, seed) for seed in SEEDS]
    transitions = 0
    for run in runs:
        while run.converged_episode is None:
            finished = run.episodes
            while run.episodes == finished:
                run.step()
                transitions += 1
    episodes = [run.episodes for run in runs]
    assert len(set(episodes)) > 1
    (row,) = results(["grid_4"], SEEDS)
    assert (row.level, row.seeds, row.converged) == ("grid_4", 3, 3)
    assert (row.episodes_min, row.episodes_max) == (min(episodes), max(episodes))
    assert row.episodes_median == median(episodes)
    assert row.transitions == transitions
    assert (row.optimal, row.violations) == (1.0, 0)
    assert row.optimal_states == round(median(share_of(world, run.actor.labels) for run in runs), 4)
    assert row.seconds >= 0.0


def test_runs_that_are_given_up_are_counted_but_have_no_episode_of_convergence():
    (row,) = results(["maze_15"], SEEDS, most_episodes=2)
    assert (row.seeds, row.converged, row.optimal, row.violations) == (3, 0, 0.0, 0)
    assert (row.episodes_min, row.episodes_median, row.episodes_max) == (None, None, None)
    assert "\nmaze_15,3,0,,,,0.0," in to_csv([row])


def test_figures_are_those_of_the_runs_that_converged():
    """Seed by seed, grid_4 converges at different episodes; a cap between them parts the runs."""
    alone = {seed: next(results(["grid_4"], [seed])).episodes_min for seed in range(10)}
    cap = sorted(alone.values())[4]
    early = [episode for episode in alone.values() if episode <= cap]
    assert 5 <= len(early) < 10
    (row,) = results(["grid_4"], range(10), most_episodes=cap)
    assert (row.seeds, row.converged) == (10, len(early))
    assert (row.episodes_min, row.episodes_median, row.episodes_max) == (min(early), median(early), cap)


def test_rows_come_one_by_one_in_the_order_asked_for():
    rows = results(["grid_5", "no such level", "grid_4"], [0])
    assert next(rows).level == "grid_5"
    with pytest.raises(LevelError, match="no such level"):
        next(rows)


def test_a_level_that_is_not_certified_is_refused_at_its_place_in_the_file(tmp_path):
    path = tmp_path / "walled.yaml"
    path.write_text(WALLED_IN, encoding="utf-8")
    with pytest.raises(LevelError, match="walls enclose") as caught:
        next(results([str(path)], [0]))
    assert caught.value.problems[0].line == 4


def test_a_level_with_dead_ends_in_its_one_step_set_is_refused(tmp_path):
    text = builtin_levels()["dead_end"].read_text(encoding="utf-8")
    path = tmp_path / "as_published.yaml"
    path.write_text(text + "safety: one_step\n", encoding="utf-8")
    with pytest.raises(LevelError, match="one-step safe set"):
        next(results([str(path)], [0]))


def test_csv_leaves_the_seconds_out_unless_asked(tmp_path):
    write_csv([ROW], tmp_path / "plain.csv")
    plain = (tmp_path / "plain.csv").read_bytes()
    assert plain == f"{HEAD}\nsomewhere,4,3,10,12.5,90,0.75,0.5,1234567,0\n".encode()
    write_csv([ROW], tmp_path / "timed.csv", with_seconds=True)
    timed = (tmp_path / "timed.csv").read_bytes()
    assert timed == f"{HEAD},seconds\nsomewhere,4,3,10,12.5,90,0.75,0.5,1234567,0,0.5\n".encode()


def test_a_place_that_cannot_be_written_is_told_and_a_failure_leaves_the_old_file(tmp_path):
    with pytest.raises(UnwritableError, match=r"can't be written there .*not an ordinary file"):
        write_csv([ROW], tmp_path)
    path = tmp_path / "results.csv"
    path.write_text("old", encoding="utf-8")
    with pytest.raises(LevelError):
        write_csv(results(["no such level"], [0]), path)
    assert [file.name for file in tmp_path.iterdir()] == ["results.csv"]
    assert path.read_text(encoding="utf-8") == "old"


def test_a_level_file_with_a_comma_or_a_quote_in_its_name_stays_one_field():
    odd = Result('a,"b".yaml', 1, 0, None, None, None, 0.0, 0.25, 5, 0, 0.1)
    assert to_csv([ROW, odd]).splitlines()[2] == '"a,""b"".yaml",1,0,,,,0.0,0.25,5,0'


def test_the_same_seeds_give_the_same_bytes():
    names = ["grid_4", "patience"]
    first, second = (to_csv(results(names, SEEDS)) for _ in range(2))
    assert first == second
    assert to_csv(results(names, (0, 1, 2))) != first


def test_the_share_of_optimal_runs_is_that_of_greedy_ways_as_short_as_can_be():
    """From corner to corner of 4×4 that is 6; after 45 episodes some seeds have found it, others have not."""
    world = world_of(read_level(builtin_levels()["grid_4"]))
    found = 0
    for seed in range(10):
        run = Algorithm1(world.mdp, world.safe, world.level.learning, seed)
        while run.episodes < 45:
            run.step()
        state, steps = world.mdp.starts[0], 0
        while not world.mdp.goal[state] and steps < 100:
            state, steps = world.mdp.next_state[state, run.actor.labels[state]], steps + 1
        found += steps == 6
    assert 0 < found < 10
    (row,) = results(["grid_4"], range(10), most_episodes=45)
    assert (row.converged, row.optimal) == (0, found / 10)
