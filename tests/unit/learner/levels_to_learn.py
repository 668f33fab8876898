"""Small levels that between them show every branch of the learner."""

from tests.conftest import tiny

CAR = {"kind": "lane", "look": "car", "row": 1, "direction": "left", "at": [4]}

LEVELS = {
    "all equal": tiny(["S...", "....", "....", "...G"]),
    "corridor to the left": tiny(["G....S"], actions=["left"]),
    "corridor both ways": tiny(["G....S"]),
    "next to the goal": tiny(["SG"]),
    "three starts, two goals": tiny(["S..G", ".#..", "S.S.", "...G"]),
    "cut off early": tiny(["S....", ".....", "....G"], learning={"episode_limit": 5, "epsilon": 0.5}),
    "decaying": tiny(["S..", "..G"], learning={"epsilon": 0.9, "epsilon_decay": 0.7, "epsilon_floor": 0.05}),
    "reward at the goal only": tiny(
        ["S...", "...G"], rewards={"step": 0, "goal": 1}, learning={"discount": 0.9}
    ),
    "walls that stop": tiny(["S#.", "..G"], walls="stay", learning={"epsilon": 0.3}),
    "a road": tiny(["S....", "=====", "....G"], obstacles=[CAR]),
    "a road, from every phase": tiny(
        ["S....", "=====", "S...G"], obstacles=[CAR], learning={"start_phases": "all"}
    ),
    "a road, with waiting": tiny(
        ["S....", "=====", "....G"],
        obstacles=[CAR],
        actions=["right", "up", "left", "down", "wait"],
        learning={"epsilon": 1.0},
    ),
}
