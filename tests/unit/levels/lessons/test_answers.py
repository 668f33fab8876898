"""Answers of lessons against numbers worked out by hand on a crossing of seven cells.

    row 0   # # = # #      One car drives down column 2. With `at: [3]` it comes to row 0 at tick 3, to row 1
    row 1   S . . . G      at tick 4, to row 2 at tick 5; after 6 ticks everything repeats.
    row 2   # # = # #

In row 2 the only way out is up. It is closed at phase 3, when the car comes to row 1, and at phase 4, when it
comes down head-on: these two states are the traps. In 3 of the 7 · 6 states the car is on the agent's cell.
"""

import re

import pytest

from levels.lessons.answers import NoAnswerError, options
from levels.lessons.figures import FIGURES
from levels.lessons.lesson import Asked, Question
from levels.lessons.moves import moves_from
from levels.model.board import Action
from levels.model.delays import vehicle_met
from levels.proof.prove import prove
from levels.text.reader import parse_file

TEXT = """\
format: 1
name: hand
map: |
  ##=##
  S...G
  ##=##
obstacles: [{kind: lane, look: car, column: 2, direction: down, loop: 6, at: [3]}]
"""
START, BEFORE, ROAD, BELOW, GOAL = (1, 0), (1, 1), (1, 2), (2, 2), (1, 4)


def proved(text=TEXT):
    return prove(parse_file(text, "hand.yaml"))


@pytest.fixture(scope="module")
def proof():
    return proved()


def asked(proof, asked, cell=START, phase=0):
    """The texts of all options and those of the right ones."""
    found = options(Question(asked, cell, phase), proof)
    return [option.text for option in found], [option.text for option in found if option.right]


@pytest.mark.parametrize(
    ("question", "right"),
    [
        (Asked.CRASHES, ["up"]),
        (Asked.TRAPS, ["down"]),
        (Asked.REFUSED, ["up", "down"]),
        (Asked.BEST, ["right"]),
    ],
)
def test_moves_on_the_road_while_the_car_is_about_to_come(proof, question, right):
    assert asked(proof, question, ROAD, 2) == (["right", "up", "left", "down"], right)


@pytest.mark.parametrize("question", FIGURES)
def test_a_wrong_number_does_not_give_the_right_one_away(proof, question):
    found = options(Question(question, START, 0), proof)
    (right,) = (option.text for option in found if option.right)
    told = re.compile(rf"(?<![\d,]){re.escape(right)}(?![\d,])")
    assert [option.outcome for option in found if not option.right and told.search(option.outcome)] == []


def test_each_move_says_what_happens_and_acts_it_out(proof):
    right, up, left, down = options(Question(Asked.BEST, ROAD, 2), proof)
    assert [option.action for option in (right, up, left, down)] == list(Action)[:4]
    assert right.outcome == "Safe, and on a shortest path: 2 steps to the goal."
    assert right.trace == ((2, ROAD), (3, (1, 3)), (4, GOAL))
    assert up.outcome == "A crash: the car in column 2 reaches that cell in this step."
    assert up.trace == ((2, ROAD), (3, (0, 2)))
    assert left.outcome == "Safe, but a detour: 6 steps to the goal, 2 at best."
    assert left.trace[:2] == ((2, ROAD), (3, (1, 1)))
    assert left.trace[-1] == (8, GOAL)
    assert down.outcome == "A trap: within 1 step the car in column 2 leaves no safe move at row 2, column 2."
    assert down.trace == ((2, ROAD), (3, BELOW), (4, ROAD))


def test_a_move_off_the_board_stays_at_its_cell(proof):
    outside = next(o for o in options(Question(Asked.CRASHES, (0, 2), 0), proof) if o.text == "up")
    assert outside.outcome == "A crash: the board ends here."
    assert outside.trace == ((0, (0, 2)),)
    assert "Safe: it reaches the goal." in [
        option.outcome for option in options(Question(Asked.BEST, (1, 3), 0), proof)
    ]


@pytest.mark.parametrize(
    ("question", "texts", "right"),
    [
        (Asked.STEPS, ["2", "4", "5", "6"], ["4"]),
        (Asked.RETURN, ["−6", "−4", "−3", "4"], ["−4"]),
        (Asked.PERIOD, ["3", "6", "7", "12"], ["6"]),
        (Asked.VIABLE, ["7", "37", "39", "42"], ["37"]),
        (Asked.DOOMED, ["1", "2", "3", "6"], ["2"]),
    ],
)
def test_numbers(proof, question, texts, right):
    assert asked(proof, question) == (texts, right)


def test_traffic_that_costs_steps_gives_the_still_boards_number_as_a_wrong_answer():
    late = proved(
        TEXT.replace("at: [3]", "at: [5]")
    )  # on the road at tick 2, when the straight path is there
    found = options(Question(Asked.STEPS, START, 0), late)
    assert [(option.text, option.right) for option in found] == [
        ("4", False),
        ("6", True),
        ("7", False),
        ("8", False),
    ]
    assert found[0].outcome == "That would do if nothing moved; the traffic costs more."
    assert [tick for tick, _ in found[1].trace] == list(range(7))
    assert found[1].trace[-1] == (6, GOAL)
    assert found[0].trace == ()


def test_a_reward_at_the_goal_is_counted_once():
    paid = proved(TEXT + "rewards: {step: -0.5, goal: 10}\n")
    assert asked(paid, Asked.RETURN)[1] == ["8"]
    outcome = next(o.outcome for o in options(Question(Asked.RETURN, START, 0), paid) if o.right)
    assert outcome == "The shortest safe path takes 4 steps at −0.5 each, and 10 at the goal: 8."


def test_where_only_one_step_is_looked_at_a_trap_is_a_trap_though_not_refused():
    published = proved(TEXT + "safety: one_step\n")
    assert asked(published, Asked.TRAPS, ROAD, 2)[1] == ["down"]
    assert asked(published, Asked.REFUSED, ROAD, 2)[1] == ["up"]


@pytest.mark.parametrize(
    ("question", "cell", "phase", "said"),
    [
        (Asked.TRAPS, START, 0, "at row 1, column 0, phase 0 no move leads into a trap"),
        (Asked.CRASHES, BELOW, 3, "at row 2, column 2, phase 3 every move crashes at once"),
        (Asked.BEST, BELOW, 3, "at row 2, column 2, phase 3 no move begins a safe path to a goal"),
        (Asked.STEPS, BELOW, 4, "at row 2, column 2, phase 4 no safe path leads to a goal"),
        (Asked.STEPS, START, 6, "phase 6 is never reached: phases run from 0 to 5"),
        (Asked.BEST, (0, 2), 3, "an obstacle is at row 0, column 2, phase 3"),
        (Asked.BEST, GOAL, 0, "the goal is at row 1, column 4, phase 0, so nothing is left to ask"),
    ],
)
def test_a_question_without_an_answer_is_refused(proof, question, cell, phase, said):
    with pytest.raises(NoAnswerError) as refused:
        options(Question(question, cell, phase), proof)
    assert str(refused.value) == said


def test_where_nothing_moves_nothing_repeats():
    still = proved("format: 1\nname: still\nmap: |\n  S..G\n")
    with pytest.raises(NoAnswerError, match="nothing moves on this level"):
        options(Question(Asked.PERIOD, (0, 0), 0), still)


def test_what_only_a_late_car_makes_unsafe_is_no_certain_crash():
    late = proved(TEXT.replace("at: [3]", "late: 1, at: [3]"))
    right, up, *_ = options(Question(Asked.REFUSED, BEFORE, 4), late)
    assert right.outcome == "The car in column 2 may be here: it can be up to 1 step late."
    assert (up.outcome, up.delays) == ("A crash: a wall is in the way.", ())
    assert right.delays == (1,)
    assert vehicle_met(late.level, BEFORE, ROAD, 4, right.delays, right.delays) is not None
    assert vehicle_met(late.level, BEFORE, ROAD, 4, (0,), (0,)) is None


RIVER = """\
format: 1
name: river
map: |
  G.ww
  ~~~~
  S.ww
legend: {w: {look: bush, blocks: true}}
actions: [right, up, left, down, wait]
obstacles: [{kind: lane, look: log, row: 1, direction: right, loop: 8, at: [1], carries: true}]
"""


@pytest.mark.parametrize(
    ("cell", "phase", "move", "crash", "end"),
    [
        ((2, 0), 0, Action.UP, "drowned", (1, (1, 0))),
        ((1, 3), 2, Action.WAIT, "carried_off", (3, (1, 3))),
        ((1, 2), 1, Action.WAIT, "drowned", (3, (1, 2))),  # a trap that ends so
        ((2, 1), 0, Action.RIGHT, "blocked", (1, (2, 2))),
        ((2, 1), 0, Action.UP, "drowned", (3, (1, 2))),
        ((2, 0), 0, Action.WAIT, None, None),
    ],
)
def test_a_move_into_water_says_what_water_does(cell, phase, move, crash, end):
    proof = proved(RIVER)
    made = next(made for made in moves_from(proof, proof.mdp.state(cell, phase)) if made.action is move)
    assert made.crash == crash
    assert end is None or made.trace[-1] == end


def test_steps_without_the_ride_are_a_wrong_answer_that_says_so():
    found = options(Question(Asked.STEPS, (2, 0), 0), proved(RIVER))
    (on_foot,) = [option for option in found if option.outcome.startswith("That would do")]
    assert on_foot.text == "2"
    assert on_foot.outcome == "That would do on foot; the ride across the water costs more."
