"""Film strips: a few ticks of a level drawn side by side, played by two judges and compared as text.

    start   right   right!swap
    @..c    .@c.    .@c.

Every column is a frame: above, the action that leads to it; below, the board after it. `@` is the agent, a
letter is the first of a vehicle's look, `#` a blocked cell, `.` a free one. An action followed by `!` and a
rule is refused for that rule: it is not played, so its frame repeats the one before.
"""

from dataclasses import dataclass

from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.reasons import explain
from levels.proof.safety import safe_actions
from tests.oracle import World


@dataclass(frozen=True)
class GeometryJudge:
    """Plays by the oracle's geometry."""

    world: World

    def vehicles(self, tick):
        return {
            cell: obstacle.look[0]
            for obstacle, rides in zip(self.world.level.obstacles, self.world.obstacles, strict=True)
            for ride in rides
            for cell in ride.picture(tick)[0]
        }

    def play(self, cell, tick, action):
        target, broken = self.world.verdict(cell, tick, action)
        return target, broken[0] if broken else ""


class TablesJudge:
    """Plays by the compiled tables; the refusing rule is the one the program would tell."""

    def __init__(self, level):
        self.level = level
        self.mdp = compile_mdp(level)
        self.safe = safe_actions(self.mdp, "one_step")

    def vehicles(self, tick):
        return {cell: mover.look[0] for mover in self.level.movers for cell in mover.body(tick)}

    def play(self, cell, tick, action):
        state = self.mdp.state(cell, tick)
        column = self.mdp.actions.index(action)
        after = int(self.mdp.next_state[state, column])
        if after == self.mdp.crash:
            assert not self.safe.one_step[state, column]
            return cell, explain(self.level, self.mdp, self.safe, state, action).kind
        assert self.safe.one_step[state, column]
        return self.mdp.cell(after), ""


def play(judge, level, strip):
    """The strip as the judge sees it: the same actions, its own pictures and refusals."""
    cell, tick = level.board.starts[0], 0
    columns = [["start", *picture(level, judge, cell, tick)]]
    for head in strip.split("\n")[0].split()[1:]:
        action = Action[head.partition("!")[0].upper()]
        target, broken = judge.play(cell, tick, action)
        if not broken:
            cell, tick = target, tick + 1
        name = action.name.lower() + (f"!{broken}" if broken else "")
        columns.append([name, *picture(level, judge, cell, tick)])
    return beside_each_other(columns)


def picture(level, judge, agent, tick):
    """Rows of the board at a tick."""
    vehicles = judge.vehicles(tick)
    assert agent not in vehicles, f"the agent stands in traffic at tick {tick}"

    def character(cell):
        blocked = "#" if level.board.blocked[cell] else "."
        return "@" if cell == agent else vehicles.get(cell, blocked)

    return ["".join(character((r, c)) for c in range(len(row))) for r, row in enumerate(level.map)]


def beside_each_other(columns):
    """Columns of text lines as one block, three blanks between them."""
    widths = [max(len(line) for line in column) for column in columns]
    lines = zip(*columns, strict=True)
    return "\n".join("   ".join(map(str.ljust, line, widths)).rstrip() for line in lines)


def tidy(strip):
    """A hand-drawn strip with the blanks between its frames as `play` writes them."""
    lines = [line.split() for line in strip.strip().split("\n")]
    assert len({len(line) for line in lines}) == 1, "every line of a strip has the same number of frames"
    return beside_each_other([list(column) for column in zip(*lines, strict=True)])


def check_strip(level, strip):
    """Both judges see what is drawn."""
    strip = tidy(strip)
    assert play(GeometryJudge(World(level)), level, strip) == strip
    assert play(TablesJudge(level), level, strip) == strip
