"""The command `train`: its JSON keys, runs that are saved and resumed, and what it refuses beforehand."""

import inspect
import json
import re
import sys
import typing

import pytest

import main
from learner.baselines.table import BASELINES
from learner.core.commands import SetLearning
from learner.core.trainer import Trainer
from learner.runs import train
from learner.runs.checkpoint import save
from levels.text.reader import builtin_levels, read_level
from tests.unit.learner.reference import world_of
from tests.unit.test_main import CHECKED

TRAINED = CHECKED | {
    *("seed", "episodes", "transitions", "converged", "converged_episode", "optimal", "rollout_steps"),
    *("violations", "seconds", "transitions_per_second", "largest_q_error", "bellman_residual", "labels"),
    *("starts", "optimal_states", "learner", "dead_ends", "settings", "changes"),
}


def test_train_adds_exactly_its_keys_and_converges(cli):
    code, out, _ = cli("train", "grid_4", "--json", "--seed", 3)
    record = json.loads(out)
    assert code == 0
    assert set(record) == TRAINED
    assert record["converged"]
    assert record["optimal"]
    assert (record["violations"], record["rollout_steps"], record["seed"]) == (0, 6, 3)
    assert set(record["labels"]) == {"right", "up", "left", "down"}
    assert 6 / 13 <= record["optimal_states"] <= 1.0  # the six of the path at least


def test_with_all_start_cells_every_state_is_right_and_a_save_of_it_continues(cli, tmp_path):
    code, out, _ = cli("train", "grid_4", "--start-cells", "all", "--json")
    whole = json.loads(out)
    assert (code, whole["optimal_states"]) == (0, 1.0)
    saved = tmp_path / "half"
    assert cli("train", "grid_4", "--start-cells", "all", "--episodes", 100, "--save", saved)[0] == 1
    resumed = json.loads(cli("train", "grid_4", "--resume", saved, "--json")[1])
    assert resumed["converged_episode"] == whole["converged_episode"]


def test_the_cap_gives_exit_code_1(cli):
    code, out, err = cli("train", "grid_9", "--episodes", 5)
    assert code == 1
    assert "not converged" in out
    assert "5 episodes" in out
    assert "Try more --episodes than 5" in err


def level_file(tmp_path, rows, rest=""):
    level = tmp_path / "level.yaml"
    drawn = "".join(f"  {row}\n" for row in rows)
    level.write_text(f"format: 1\nname: x\nmap: |\n{drawn}{rest}", encoding="utf-8")
    return level


def test_each_start_is_told_with_its_own_optimum(cli, tmp_path):
    level = level_file(tmp_path, ["S.......GS"])
    code, out, _ = cli("train", level, "--json")
    record = json.loads(out)
    assert record["starts"] == [
        {"cell": [0, 0], "shortest": 8, "rollout_steps": 8},
        {"cell": [0, 9], "shortest": 1, "rollout_steps": 1},
    ]
    assert (code, record["shortest"], record["rollout_steps"], record["optimal"]) == (0, 1, 1, True)
    code, out, _ = cli("train", level)
    assert "8 steps from [0, 0], 1 step from [0, 9], optimal" in out


def test_the_published_rule_may_stop_too_early_and_says_so(cli, tmp_path):
    level = level_file(tmp_path, [".SG"])
    code, out, err = cli("train", level, "--epsilon", 0, "--stopping-rule", "published", "--json")
    record = json.loads(out)
    assert (code, record["converged"], record["rollout_steps"], record["optimal"]) == (1, True, None, False)
    assert "Converged, but the greedy path from the start at row 0, column 1 has not settled" in err
    assert cli("train", level, "--epsilon", 0)[::2] == (0, "")


@pytest.mark.parametrize(
    ("rows", "rest", "options", "code", "says"),
    [
        (
            ["S...", ".##.", "...G"],
            "rewards: {step: 0, goal: 1}\nlearning: {discount: 0.9, epsilon: 0}\n",
            (),
            1,
            ("Not converged: no episode has reached a goal", "rewards {step: -1, goal: 0}"),
        ),
        (
            ["S.....", "......", "......", ".....G"],
            "",
            ("--episode-limit", 8, "--epsilon", 0.9),
            1,
            ("a larger --episode-limit than 8: the shortest path has 8 steps",),
        ),
        (
            ["S........", *["........."] * 7, "........G"],
            "",
            ("--discount", 0.3),
            0,
            ("Converged, but a greedy path is", "over 16 steps 0.3 leaves 4e-09 of a reward"),
        ),
        (
            ["S...S", ".....", "....G"],
            "",
            ("--episodes", 30),
            1,
            ("has not settled", "more --episodes than 30 (2 start states share them)"),
        ),
    ],
    ids=["values below Q*", "limit as short as the path", "a small discount", "several starts"],
)
def test_a_run_that_has_not_learned_is_told_why_and_what_to_try(
    cli, tmp_path, rows, rest, options, code, says
):
    level = level_file(tmp_path, rows, rest)
    given = options if "--episodes" in options else (*options, "--episodes", 3000)
    found, _, err = cli("train", level, *given)
    assert found == code
    for sentence in says:
        assert sentence in err


def test_rewards_that_let_learning_keep_a_detour_are_warned_of_before_training(cli, tmp_path):
    sparse = level_file(tmp_path, ["S.G"], "rewards: {step: -1, goal: 50}\n")
    code, out, _ = cli("check", sparse)
    assert code == 0
    assert "warning: values start at 0, below the value of the goal" in out
    assert "warning" not in cli("check", "grid_4")[1]
    assert "warning" in cli("train", sparse)[2]


def test_a_run_that_is_saved_and_resumed_ends_like_one_that_was_not(cli, tmp_path):
    saved = tmp_path / "run.npz"
    whole = json.loads(cli("train", "grid_5", "--json")[1])
    assert cli("train", "grid_5", "--episodes", 40, "--save", saved)[0] == 1
    resumed = json.loads(cli("train", "grid_5", "--resume", saved, "--json")[1])
    for key in ("episodes", "transitions", "converged_episode", "largest_q_error", "labels"):
        assert resumed[key] == whole[key]
    code, _, err = cli("train", "grid_6", "--resume", saved)
    assert code == 2
    assert "Grid 5×5" in err
    code, _, err = cli("train", "grid_5", "--resume", saved, "--learning-rate", 0.5)
    assert code == 2
    assert "--learning-rate" in err


def test_a_resumed_run_reports_the_settings_that_changed_on_its_course(cli, tmp_path):
    world = world_of(read_level(builtin_levels()["grid_4"]))
    trainer = Trainer(world.mdp, world.safe, world.level.learning, 0)
    trainer.advance(100)
    trainer.change(SetLearning(epsilon=0.3, discount=0.9))
    save(tmp_path / "run", world.level, trainer)
    record = json.loads(cli("train", "grid_4", "--resume", tmp_path / "run", "--json")[1])
    assert record["settings"]["discount"] == 1.0
    assert record["changes"] == [{"transition": 100, "discount": 0.9, "epsilon": 0.3}]
    assert record["converged"]
    code, out, _ = cli("train", "grid_4", "--resume", tmp_path / "run")
    assert (code, out.splitlines()[-1]) == (
        0,
        "settings changed at transition 100: discount 0.9, epsilon 0.3",
    )


def test_a_resumed_run_keeps_its_own_seed(cli, tmp_path):
    code, _, err = cli("train", "grid_4", "--resume", tmp_path / "x", "--seed", 3)
    assert code == 2
    assert "drop --seed" in err


@pytest.mark.parametrize("place", ["no folder/x", ".", "x" * 300])
def test_a_place_that_cannot_be_saved_to_is_told_before_the_training(cli, tmp_path, monkeypatch, place):
    monkeypatch.setattr(train, "learn", lambda *_: pytest.fail("it trained first"))
    code, out, err = cli("train", "grid_4", "--save", tmp_path / place)
    assert (code, out) == (2, "")
    assert "can't be saved there" in err
    assert not list(tmp_path.iterdir())


def test_an_interrupted_training_is_saved_and_goes_on_as_if_nothing_had_been(cli, tmp_path, monkeypatch):
    """Ctrl+C ends a slice of transitions in the middle of an episode."""

    def interrupted(trainer, cap, _optimal):
        trainer.advance(1001, stop="converged", n_episodes=cap)
        raise KeyboardInterrupt

    saved = tmp_path / "run"
    with monkeypatch.context() as patch:
        patch.setattr(train, "learn", interrupted)
        code, out, err = cli("train", "grid_5", "--save", saved, "--json")
    assert (code, out) == (130, "")
    assert "Interrupted." in err
    assert f"--resume {saved}" in err
    resumed = json.loads(cli("train", "grid_5", "--resume", saved, "--json")[1])
    whole = json.loads(cli("train", "grid_5", "--json")[1])
    assert (resumed["seed"], whole["seed"]) == (None, 0)
    for key in ("episodes", "transitions", "converged_episode", "largest_q_error", "labels"):
        assert resumed[key] == whole[key]


EXPORTED = ["chart.png", "chart.svg", "curves.csv", "run.json", "run.npz"]


@pytest.mark.slow  # matplotlib draws
def test_an_exported_run_has_a_chart_which_an_export_without_one_takes_away(cli, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    code, _, err = cli("train", "grid_4", "--export", tmp_path)
    assert (code, sorted(path.name for path in tmp_path.iterdir())) == (0, EXPORTED)
    assert f"{tmp_path}: the run was exported\n" in err
    assert (tmp_path / "chart.png").read_bytes()[:4] == b"\x89PNG"
    assert b"<svg" in (tmp_path / "chart.svg").read_bytes()
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert cli("train", "grid_4", "--export", tmp_path)[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == EXPORTED[2:]


def test_without_matplotlib_a_run_is_exported_but_for_its_chart_and_may_be_again(cli, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    out = tmp_path / "new" / "run"
    for seed in (3, 4):
        code, told, err = cli("train", "grid_4", "--seed", seed, "--export", out, "--json")
        record = json.loads(told)
        assert (code, sorted(path.name for path in out.iterdir())) == (0, EXPORTED[2:])
        assert f"{out}: the run was exported, without the chart. " in err
        assert "matplotlib, which is not installed here: run “" in err
        found = json.loads((out / "run.json").read_text(encoding="utf-8"))
        assert (found["level"], found["seed"], found["settings"]) == ("Grid 4×4", seed, record["settings"])
        curves = (out / "curves.csv").read_text(encoding="utf-8").splitlines()
        assert sum(not row.endswith(",") for row in curves[1:]) > 50  # |Q − Q*| is a curve, not one dot


def test_an_export_replaces_no_file_of_anybody_else(cli, tmp_path, monkeypatch):
    (tmp_path / "run.json").write_text("{}", encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(train, "learn", lambda *_: pytest.fail("it trained first"))
        code, out, err = cli("train", "grid_4", "--export", tmp_path)
        assert (code, out) == (2, "")
        assert "no export of a run" in err
        code, out, err = cli("train", "grid_4", "--export", tmp_path / "run.json")
        assert (code, out) == (2, "")
    assert [path.name for path in tmp_path.iterdir()] == ["run.json"]


def test_a_save_that_the_export_would_replace_is_refused(cli, tmp_path):
    for folder in (tmp_path / "new", tmp_path / "new" / ".." / "new"):
        code, out, err = cli("train", "grid_4", "--save", tmp_path / "new" / "run.npz", "--export", folder)
        assert (code, out) == (2, "")
        assert "run.npz would also be a file of the export: save under another name." in err
    assert [*tmp_path.iterdir()] == []


def test_an_export_that_fails_loses_no_result(cli, tmp_path, monkeypatch):
    def learn_and(trainer, cap, optimal, learn=train.learn):
        (tmp_path / "x").rmdir()
        (tmp_path / "x").write_text("in the way", encoding="utf-8")
        return learn(trainer, cap, optimal)

    monkeypatch.setattr(train, "learn", learn_and)
    code, out, err = cli("train", "grid_4", "--export", tmp_path / "x")
    assert code == 2
    assert "converged at episode" in out
    assert "this folder can't be created" in err


def test_settings_out_of_range_are_all_told(cli):
    code, out, err = cli("train", "grid_4", "--epsilon", 3, "--learning-rate", 0)
    assert (code, out) == (2, "")
    assert "epsilon" in err
    assert "learning_rate" in err


def test_a_discount_of_one_without_a_step_reward_is_refused_before_training(cli, tmp_path):
    level = tmp_path / "sparse.yaml"
    level.write_text(
        "format: 1\nname: x\nmap: |\n  S..G\nrewards: {step: 0, goal: 1}\nlearning: {discount: 0.9}\n",
        encoding="utf-8",
    )
    assert cli("train", level)[0] == 0
    code, _, err = cli("train", level, "--discount", 1)
    assert code == 2
    assert "discount" in err or "γ" in err


def test_a_dead_end_is_part_of_the_json(cli):
    code, out, err = cli("train", "dead_end", "--safety", "one_step", "--json")
    assert code == 2
    found = json.loads(out)["dead_end"]
    assert set(found) == {"cell", "phase", "tick", "obstacles", "sentences", "trace"}
    assert found["obstacles"] == [0]
    assert found["trace"][-1] == [found["tick"], found["cell"]]
    assert "dead end" in err


def test_the_one_step_set_ends_in_a_named_dead_end(cli):
    code, _, err = cli("train", "dead_end", "--safety", "one_step")
    assert code == 2
    assert "dead end at row" in err
    assert "the train in row 2" in err


@pytest.mark.parametrize("name", BASELINES)
def test_each_learner_trains_and_its_json_has_its_name_and_counts(cli, name):
    """From the start of Dead End the shortest safe path has 14 steps, whoever learns."""
    code, out, err = cli("train", "dead_end", "--learner", name, "--episodes", 4000, "--seed", 1, "--json")
    record = json.loads(out)
    assert set(record) == TRAINED
    assert (record["learner"], record["seed"], record["starts"][0]["shortest"]) == (name, 1, 14)
    assert (record["violations"] > 0) == (name in ("plain", "lagrangian"))
    assert (record["dead_ends"] > 0) == (name == "one_step")
    assert (record["bellman_residual"] is None) == (name != "ours")
    assert (code, err == "") == ((0, True) if record["converged"] else (1, False))
    assert record["optimal"] == (record["starts"][0]["rollout_steps"] == 14)


@pytest.mark.parametrize(
    ("learner", "options", "says"),
    [
        ("expected_sarsa", (), ": expected_sarsa learns the values of what it does, and with ε = 0.1"),
        ("plain", ("--threshold", 0.5), ". Try the stopping rule “settled”"),
    ],
)
def test_another_learner_that_converged_unsettled_says_why_the_exit_code_is_1(cli, learner, options, says):
    options = ("--learner", learner, "--stopping-rule", "published", *options)
    code, out, err = cli("train", "grid_4", *options)
    assert (code, f"{learner}: converged at episode" in out) == (1, True)
    assert f"Converged, but the greedy path from the start at row 3, column 0 has not settled{says}" in err


@pytest.mark.parametrize(
    ("learner", "episodes", "options", "says"),
    [
        ("plain", 3, (), "no episode has reached a goal. Try more --episodes than 3."),
        ("double_q", 30, (), "not settled. Try more --episodes than 30."),
        ("double_q", 3000, ("--epsilon", 0), "Try an --epsilon above 0; or more --episodes than 3,000."),
        ("sarsa", 3000, (), ": sarsa learns the values of what it does, and with ε = 0.1"),
    ],
)
def test_another_learner_that_has_not_converged_says_why(cli, learner, episodes, options, says):
    code, _, err = cli("train", "grid_4", "--learner", learner, "--episodes", episodes, *options)
    assert (code, err.startswith("Not converged: "), says in err) == (1, True, True)


def test_without_random_moves_expected_sarsa_settles_as_its_advice_says(cli):
    options = ("--learner", "expected_sarsa", "--stopping-rule", "published", "--epsilon", 0)
    assert cli("train", "grid_4", *options)[::2] == (0, "")


def test_a_run_of_another_learner_is_told_in_words_with_its_dead_ends(cli):
    code, out, _ = cli("train", "dead_end", "--learner", "one_step")
    assert code == 0
    assert "one_step: converged at episode" in out
    assert re.search(r"\n0 violations, [1-9]\d* dead ends; greedy rollout: 14 steps, optimal", out)


@pytest.mark.parametrize(
    "options",
    [
        ("--safety", "viable"),
        ("--save", "run"),
        ("--resume", "run"),
        ("--start-phases", "all"),
        ("--start-cells", "all"),
    ],
)
def test_what_only_ours_has_is_refused_for_others(cli, options, monkeypatch):
    monkeypatch.setattr(train, "learn", lambda *_: pytest.fail("it trained first"))
    code, out, err = cli("train", "grid_4", "--learner", "sarsa", *options)
    assert (code, out) == (2, "")
    assert f"drop {options[0]}, or drop --learner sarsa" in err


def test_the_command_takes_every_learner():
    signature = inspect.signature(main.train)
    (names, _) = typing.get_args(signature.parameters["learner"].annotation)
    assert typing.get_args(names) == tuple(BASELINES)
