"""Levels before the judge: the program's tables beside it, and levels from many sources."""

import random

import numpy as np
import yaml

from levels.files.problems import LevelError
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, parse_file, read_file
from tests.judge import CARRIED_OFF, DROWNED, FINE, HEAD_ON, OCCUPIED, WALL, Judge
from tests.mutants import mutant
from tests.random_levels import random_late_or_river, random_text, to_text

MOST_STATES = 60_000
"""Cells × period of the mutants that are judged."""
SOME_RULE = -1
"""What a move breaks that no action can make."""
RULES = {
    WALL: "wall", OCCUPIED: "occupied", HEAD_ON: "head-on", DROWNED: "drowned", CARRIED_OFF: "carried off"
}  # fmt: skip

LATE = """format: 1
name: A late road
map: |
  S......
  =======
  ......G
actions: [up, down, left, right, wait]
obstacles:
  - {kind: lane, look: car, row: 1, direction: right, late: 2, every: 2, loop: 12, at: [3]}
"""


class Case:
    """A certified level: the program's tables beside the judge, which was given the plain document."""

    def __init__(self, file, document):
        self.level = file.level
        proof = prove(file)
        self.proof, self.mdp, self.safe = proof, proof.mdp, proof.safe
        self.judge = Judge(document)
        self.cells = self.mdp.cells[:, 0] * self.judge.n_cols + self.mdp.cells[:, 1]
        names = [action.name.lower() for action in self.mdp.actions]
        self.column_of = np.array([self.judge.actions.index(name) for name in names])
        assert sorted(names) == sorted(self.judge.actions)
        assert set(self.cells.tolist()) == set(np.flatnonzero(~self.judge.blocked).tolist())
        assert {self.cell(state) for states in self.safe.starts for state in states} == self.judge.starts

    def cell(self, states):
        """The judge's number of the cell of states; -1 for the crash state."""
        states = np.asarray(states)
        found = np.where(states == self.mdp.crash, -1, self.cells[states % self.mdp.n_cells])
        return found if states.ndim else int(found)

    def rules(self, log):
        """(n,) which rule each transition breaks, once the actions are found to lead to these cells."""
        ticks, heres, actions, theres = log.columns()
        known = actions >= 0
        led, broken = self.judge.judge(ticks[known], heres[known], self.column_of[actions[known]])
        rules = np.zeros(len(ticks), dtype=np.int64)
        rules[known] = broken
        arrived = known & (theres >= 0)
        assert (theres[arrived] == led[theres[known] >= 0]).all()
        sound = self.judge.accepts(ticks[~known], heres[~known], theres[~known])
        rules[~known] = np.where(sound, FINE, SOME_RULE)
        return rules

    def survives(self, state, tick):
        """Whether one can go on from there, for as long as there are states or to a goal."""
        longest = self.mdp.n_states + 1
        return self.judge.lives(self.cell(state), tick, longest) == longest


# ---- where they come from -------------------------------------------------------------------------------


def plain(level):
    """A level's plain data as a document."""
    return level.model_dump() | {"actions": [action.name.lower() for action in level.actions]}


def case_of(file, document):
    """A case, or None for a level that is refused, or that can't be learned."""
    try:
        case = Case(file, document)
    except LevelError:
        return None
    refusal_of_the_published_set = case.level.safety == "one_step" and not case.proof.refused
    return case if case.proof.objection is None or refusal_of_the_published_set else None


def random_case(number):
    text = random_text(number)
    return case_of(parse_file(text, f"random-{number}.yaml"), yaml.safe_load(text))


def late_or_river_case(number):
    document = random_late_or_river(number)
    try:
        file = parse_file(to_text(document), f"late-or-river-{number}.yaml")
    except LevelError:
        return None
    return case_of(file, document)


def builtin_case(name):
    path = builtin_levels()[name]
    return case_of(read_file(path), yaml.safe_load(path.read_text(encoding="utf-8")))


def damaged_case(number):
    """A mutant file that still gives a level; its own words may be another format's."""
    name, data = mutant(7, number)
    try:
        file = parse_file(data.decode("utf-8"), name)
    except (LevelError, UnicodeDecodeError):
        return None
    return small_case(file, plain(file.level))


def rebuilt_case(number, *, late=False):
    """A built-in level with some of what matters changed: its traffic, its drawing, its rules, its delays."""
    rng = random.Random(f"rebuilt {number}")
    path = builtin_levels()[rng.choice(sorted(builtin_levels()))]
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    for _ in range(rng.choice([1, 2, 2, 3])):
        rng.choice(CHANGES)(rng, document)
    for block in document.get("obstacles", ()) if late else ():
        block["late"] = rng.choice([0, 1, 1, 2, 3])
    try:
        file = parse_file(to_text({**document, "map": document["map"].rstrip("\n")}), path.name)
    except LevelError:
        return None
    return small_case(file, document)


def small_case(file, document):
    clocks = [obstacle.every * obstacle.cycle(len(file.level.map), len(file.level.map[0]))
              for obstacle in file.level.obstacles]  # fmt: skip
    if int(np.lcm.reduce([1, *clocks], dtype=object)) * file.level.board.blocked.size > 50 * MOST_STATES:
        return None
    case = case_of(file, document)
    return case if case and case.mdp.n_states <= MOST_STATES else None


def change_obstacle(rng, document):
    if document.get("obstacles"):
        block = rng.choice(document["obstacles"])
        key = rng.choice(["every", "hop", "hop", "length", "direction", "at"])
        if key == "direction":
            turned = {"left": "right", "right": "left", "up": "down", "down": "up"}
            block.update({key: turned[block[key]]} if key in block else {})
        elif key == "at":
            place = rng.randrange(len(block["at"]))
            block["at"][place] += rng.choice([-1, 1, 2])
        elif key != "length" or block["kind"] == "lane":
            block[key] = max(1, block.get(key, 1) + rng.choice([-1, 1, 1, 2]))


def change_drawing(rng, document):
    rows = document["map"].rstrip("\n").split("\n")
    row = rng.randrange(len(rows))
    col = rng.randrange(len(rows[row]))
    rows[row] = rows[row][:col] + rng.choice("..=##TS") + rows[row][col + 1 :]
    document["map"] = "\n".join(rows)


def change_rules(rng, document):
    key, value = rng.choice(
        [
            ("actions", ["right", "up", "left", "down", "wait"]),
            ("actions", ["right", "up", "left", "down"]),
            ("walls", "stay"),
            ("safety", "one_step"),
        ]
    )
    document[key] = value
    if rng.random() < 0.3:
        document.setdefault("learning", {})["start_phases"] = "all"


CHANGES = [change_obstacle, change_obstacle, change_drawing, change_rules]
