"""The independent judge: what the geometry text says, played out one unit sub-step at a time.

Nothing here comes from the tables, from the obstacle arithmetic or from the board arrays. A level is read
only through its plain fields (map rows, obstacle settings, rules); vehicles are lists of loop places that are
pushed forward one cell at a time. Slow on purpose: every function should be obvious enough to be believed.
"""

from collections import deque
from copy import copy
from functools import cached_property
from itertools import combinations, count, pairwise, product
from math import lcm

STEP_OF = {"RIGHT": (0, 1), "UP": (-1, 0), "LEFT": (0, -1), "DOWN": (1, 0), "WAIT": (0, 0)}
BLOCKING_CHARACTERS = "#THBR~"


class Ride:
    """One vehicle driven for one full turn, after which it is exactly where and how it started.

    Attributes:
        occupied[t]: board cells it covers at tick t.
        entered[t]: board cells its front enters in t → t+1.
        stood[t]: board cells it covers after any sub-step of t → t+1; at t+1 when it makes no sub-step.
        bodies[t]: board cells it covers after each sub-step of t → t+1, one set for each.
        steps[t]: for each sub-step the cells that its front goes from and to; None where that leads over no
            border between two cells of the board.
        taken[t]: for each board cell it covers at tick t, where that part of it is at t+1; None if it leaves
            the board on the way.
    """

    def __init__(self, loop, front, length, every, hop, *, returns=True, late=0, carries=False):
        self.late, self.carries, self.taken = late, carries, []
        body = [(front - back) % len(loop) for back in range(length)]
        first_body = list(body)
        self.occupied, self.entered, self.stood, self.bodies, self.steps = [], [], [], [], []
        for tick in range(every * len(loop)):
            self.occupied.append(on_board(loop, body))
            entered, stood, bodies, steps = set(), set(), [], []
            riders = {loop[place]: place for place in body if loop[place] is not None}
            moves_by_now, moves_by_next = hop * (tick // every), hop * ((tick + 1) // every)
            for _ in range(moves_by_next - moves_by_now):
                new_front = (body[0] + 1) % len(loop)
                on_board_all_the_way = returns or new_front > 0
                steps.append((loop[body[0]], loop[new_front]) if on_board_all_the_way else None)
                body = [new_front, *body[:-1]]
                for cell, place in riders.items():
                    if place is not None:
                        new = (place + 1) % len(loop)
                        gone = loop[new] is None or (new == 0 and not returns)
                        riders[cell] = None if gone else new
                bodies.append(on_board(loop, body))
                entered |= on_board(loop, [new_front])
                stood |= on_board(loop, body)
            self.taken.append({cell: None if at is None else loop[at] for cell, at in riders.items()})
            self.entered.append(entered)
            self.stood.append(stood or on_board(loop, body))
            self.bodies.append(bodies)
            self.steps.append(steps)
        assert body == first_body, "a full turn ends where it began"

    @property
    def turn(self):
        """Ticks of the full turn."""
        return len(self.occupied)

    def picture(self, tick):
        """(occupied, entered, stood) of the tick."""
        place = tick % self.turn
        return self.occupied[place], self.entered[place], self.stood[place]

    def pictures(self, tick):
        """The pictures of the tick at every delay that it can have."""
        return [self.picture(tick - delay) for delay in range(self.late + 1)]

    def paced(self, tick):
        """(bodies, steps) after each sub-step of the tick, the body at its start first, at every pace.

        It keeps its delay, stands still, or makes up a tick.
        """
        delays = range(self.late + 1)
        for before in delays:
            for after in {before - 1, before, before + 1} & set(delays):
                moments = [moment % self.turn for moment in range(tick - before, tick + 1 - after)]
                bodies = [self.occupied[(tick - before) % self.turn]]
                yield (
                    bodies + [body for moment in moments for body in self.bodies[moment]],
                    [step for moment in moments for step in self.steps[moment]],
                )

    @cached_property
    def ground(self):
        """Board cells that it ever comes to."""
        return set().union(*self.occupied, *self.stood)

    def meets(self, other):
        """(tick, sub-step, cells) of the first meeting within a tick, or None.

        Both make their first sub-step together, then their second; one that has none left stands.
        """
        if self.ground.isdisjoint(other.ground):
            return None
        for tick in range(lcm(self.turn, other.turn)):
            found = [
                met
                for mine, its in product(self.paced(tick), other.paced(tick))
                if (met := first_meeting(mine, its))
            ]
            if found:
                return tick, *min(found)
        return None


def first_meeting(mine, its):
    """(sub-step, cells) of the first meeting of two vehicles, each given as `Ride.paced` does, or None."""
    (bodies, steps), (other_bodies, other_steps) = mine, its
    for k in range(1, max(len(bodies), len(other_bodies))):
        shared = bodies[min(k, len(bodies) - 1)] & other_bodies[min(k, len(other_bodies) - 1)]
        if shared:
            return k, (min(shared),)
        if k <= min(len(steps), len(other_steps)):
            step, counter = steps[k - 1], other_steps[k - 1]
            if step and counter and step == counter[::-1] and None not in step and step[0] != step[1]:
                return k, tuple(sorted(step))
    return None


def on_board(loop, places):
    """The board cells among the places of a loop."""
    return {loop[place] for place in places if loop[place] is not None}


def loop_of(obstacle, n_rows, n_cols):
    """Cells of the loop in driving order (None off the board), and where each vehicle's front is on it."""
    return LOOPS[obstacle.kind](obstacle, n_rows, n_cols)


def patrol_loop(obstacle, n_rows, n_cols):
    """Corner by corner, then back to the first, or the way back."""
    cells = [tuple(obstacle.path[0])]
    for corner in [*obstacle.path[1:], *([obstacle.path[0]] if obstacle.closed else [])]:
        while cells[-1] != tuple(corner):
            (row, col), (to_row, to_col) = cells[-1], corner
            assert row == to_row or col == to_col, "segments are straight"
            cells.append((towards(row, to_row), towards(col, to_col)))
    if obstacle.closed and len(cells) > 1:
        cells.pop()  # the first cell again
    if not obstacle.closed:
        cells += [cells[place] for place in range(len(cells) - 2, 0, -1)]
    return cells, list(obstacle.at)


def lane_loop(obstacle, n_rows, n_cols):
    """Along its row or column, then out of sight."""
    size = n_rows if obstacle.row is None else n_cols
    loop = size if obstacle.loop is None else obstacle.loop
    cells = []
    for place in range(loop):
        cell = (place, obstacle.column) if obstacle.row is None else (obstacle.row, place)
        cells.append(cell if place < size else None)
    fronts = list(obstacle.at)
    if obstacle.direction in ("left", "up"):
        cells.reverse()
        fronts = [loop - 1 - place for place in fronts]
    return cells, fronts


LOOPS = {"lane": lane_loop, "patrol": patrol_loop}


def on_time(rides):
    """The vehicles of one obstacle without delays: they share one, so their own meetings know none."""
    found = [copy(ride) for ride in rides]
    for ride in found:
        ride.late = 0
    return found


def towards(here, there):
    """One number nearer."""
    return here + (there > here) - (there < here)


class World:
    """A level as its geometry says it: moves, safe sets and figures by exhaustive play."""

    def __init__(self, level):
        self.level = level
        self.rows = level.map
        self.n_rows, self.n_cols = len(level.map), len(level.map[0])
        every_cell = [(row, col) for row in range(self.n_rows) for col in range(self.n_cols)]
        self.starts = [cell for cell in every_cell if self.character(cell) == "S"]
        self.goals = [cell for cell in every_cell if self.character(cell) == "G"]
        self.obstacles = []  # one list of rides an obstacle
        for obstacle in level.obstacles:
            loop, fronts = loop_of(obstacle, self.n_rows, self.n_cols)
            length = getattr(obstacle, "length", 1)
            rides = [
                Ride(
                    loop,
                    front,
                    length,
                    obstacle.every,
                    obstacle.hop,
                    returns=obstacle.kind != "lane",
                    late=obstacle.late,
                    carries=obstacle.carries,
                )
                for front in fronts
            ]
            self.obstacles.append(rides)
        self.rides = [ride for rides in self.obstacles for ride in rides]
        self.traffic = [ride for ride in self.rides if not ride.carries]
        self.carriers = [ride for ride in self.rides if ride.carries]
        self.river = {
            cell
            for obstacle in level.obstacles
            if obstacle.carries
            for cell in loop_of(obstacle, self.n_rows, self.n_cols)[0]
            if cell is not None
        }
        self.passable = [cell for cell in every_cell if cell in self.river or not self.blocked(cell)]
        self.periods = [period_of(rides) for rides in self.obstacles]
        self.period = next(n for n in count(1) if all(n % period == 0 for period in self.periods))
        self._figures = {}

    def character(self, cell):
        """The map's character."""
        return self.rows[cell[0]][cell[1]]

    def blocked(self, cell):
        """Whether a fixed obstacle stands there."""
        character = self.character(cell)
        if character in self.level.legend:
            return self.level.legend[character].blocks
        return character in BLOCKING_CHARACTERS

    def outside(self, cell):
        """Whether the cell is not a cell of the board."""
        return not (0 <= cell[0] < self.n_rows and 0 <= cell[1] < self.n_cols)

    def occupied(self, tick):
        """Cells under any vehicle at the tick."""
        afloat = set().union(*(ride.picture(tick)[0] for ride in self.carriers))
        stood = (picture[0] for ride in self.traffic for picture in ride.pictures(tick))
        return set().union(self.river - afloat, *stood)

    # ---- one tick -------------------------------------------------------------------------------------

    def verdict(self, cell, tick, action):
        """Where the action leads and what it breaks: "outside", "blocked", or "occupied" and "swap"."""
        step = STEP_OF[action.name]
        target = (cell[0] + step[0], cell[1] + step[1])
        if target not in self.passable:
            if self.level.walls == "forbidden":
                return target, ["outside" if self.outside(target) else "blocked"]
            target = cell
        broken = []
        if target in self.river:
            return target, self.refused_by_water(target, tick)
        pictures = [picture for ride in self.traffic for picture in ride.pictures(tick)]
        if any(target in stood for _, _, stood in pictures):
            broken.append("occupied")
        if target != cell and any(target in occupied and cell in enters for occupied, enters, _ in pictures):
            broken.append("swap")
        return target, broken

    def refused_by_water(self, target, tick):
        """What breaks on a cell of the river: nothing, or one rule."""
        if target not in self.river:
            return []
        afloat = [ride.taken[tick % ride.turn] for ride in self.carriers]
        ends = [taken[target] for taken in afloat if target in taken]
        return [] if any(ends) else ["carried_off" if ends else "drowned"]

    def move(self, cell, tick, action):
        """The next cell, or None when the action violates a constraint."""
        target, broken = self.verdict(cell, tick, action)
        if broken or target not in self.river:
            return None if broken else target
        afloat = [ride.taken[tick % ride.turn] for ride in self.carriers]
        return next(taken[target] for taken in afloat if target in taken)

    # ---- the level's tables, as dictionaries ----------------------------------------------------------

    def states(self):
        """Every (cell, phase) that breaks no constraint."""
        found = set()
        for phase in range(self.period):
            found |= {(cell, phase) for cell in set(self.passable) - self.occupied(phase)}
        return found

    @cached_property
    def one_step(self):
        """State → {action: next state} of the one-step-safe actions; goal states are terminal: none."""
        table = {}
        for cell, phase in self.states():
            table[cell, phase] = {}
            for action in () if cell in self.goals else self.level.actions:
                target = self.move(cell, phase, action)
                if target is not None:
                    table[cell, phase][action] = (target, (phase + 1) % self.period)
        return table

    def figures(self, mode=None):
        """The certificate's figures and the sets behind them, for a safety mode (default: the level's)."""
        mode = mode or self.level.safety
        if mode not in self._figures:  # they are asked for again and again, and nobody changes them
            self._figures[mode] = Figures(self, mode)
        return self._figures[mode]

    # ---- what a level is refused for ------------------------------------------------------------------

    def shared_cell(self):
        """(tick, cell) where two vehicles first share a cell, or None."""
        for tick in range(max([self.period, *(ride.turn for ride in self.rides)], default=1)):
            seen = set()
            for rides in self.obstacles:
                own = set()
                for ride in rides:
                    both = (own & ride.picture(tick)[0]) | seen.intersection(*self.under(ride, tick))
                    if both:
                        return tick, min(both)
                    own |= ride.picture(tick)[0]
                seen |= set().union(*(cells for ride in rides for cells in self.under(ride, tick)))
        return None

    def under(self, ride, tick):
        """The cells that the ride may cover at the tick, as a list of one set."""
        return [set().union(*(picture[0] for picture in ride.pictures(tick)))]

    def meeting(self):
        """(tick, sub-step, cells) of the first meeting of two vehicles within a tick, or None."""
        pairs = [
            *(pair for rides in self.obstacles for pair in combinations(on_time(rides), 2)),
            *(pair for one, other in combinations(self.obstacles, 2) for pair in product(one, other)),
        ]
        return min((found for one, other in pairs if (found := one.meets(other))), default=None)

    def fault(self):
        """Why the traffic is refused, or "".

        "train", "overlap", "blocked", "dry", "start", "shared" or "meeting".
        """
        for obstacle, rides in zip(self.level.obstacles, self.obstacles, strict=True):
            loop, fronts = loop_of(obstacle, self.n_rows, self.n_cols)
            length = getattr(obstacle, "length", 1)
            if length > len(loop):
                return "train"
            covered = [(front - back) % len(loop) for front in fronts for back in range(length)]
            if len(covered) > len(set(covered)):
                return "overlap"
            if obstacle.carries:
                if any(cell is not None and self.character(cell) != "~" for cell in loop):
                    return "dry"
                continue
            for ride in rides:
                if any(self.blocked(cell) for cells in ride.occupied + ride.stood for cell in cells):
                    return "blocked"
        if self.occupied(0) & set(self.starts):
            return "start"
        if self.shared_cell():
            return "shared"
        return "meeting" if self.meeting() else ""


class Figures:
    """Safe sets by naive sweeps and searches, named as in `check --json`."""

    def __init__(self, world, mode):
        self.world = world
        self.next = world.one_step
        goals = {state for state in self.next if state[0] in world.goals}
        self.kernel = set(self.next)
        while True:  # the greatest fixed point: throw out what cannot stay inside, until nothing changes
            inside = {
                state
                for state in self.kernel
                if state in goals or any(after in self.kernel for after in self.next[state].values())
            }
            if inside == self.kernel:
                break
            self.kernel = inside
        self.doomed_states = set(self.next) - self.kernel
        keep = self.kernel if mode == "viable" else set(self.next)
        self.allowed = {
            state: {action: after for action, after in moves.items() if state in keep and after in keep}
            for state, moves in self.next.items()
        }
        starts = [(cell, 0) for cell in world.starts]
        self.to_goal = distances(reversed_edges(self.allowed), goals)
        self.begun = set(starts)  # the states an episode can begin in
        learning = world.level.learning
        self.begun |= {
            (cell, phase)
            for (cell, phase), steps in self.to_goal.items()
            if steps > 0
            and (cell in world.starts or learning.start_cells == "all")
            and (phase == 0 or learning.start_phases == "all")
        }
        self.distance = distances(self.allowed, self.begun)
        self.states = len(self.next)
        self.viable = len(self.kernel)
        self.doomed = len(self.doomed_states)
        self.reachable = len(self.distance)
        self.doomed_reachable = len(self.doomed_states & set(distances(self.next, self.begun)))
        self.shortest = min((self.to_goal[state] for state in starts if state in self.to_goal), default=None)
        self.goal_reachable_from_all = all(state in self.to_goal for state in self.distance)
        self.starts_viable = all(state in self.kernel for state in starts)


def distances(edges, sources):
    """State → fewest transitions from any of the sources, over {state: {label: next state}}."""
    found = {state: 0 for state in sources if state in edges}
    queue = deque(found)
    while queue:
        state = queue.popleft()
        for after in edges[state].values():
            if after not in found:
                found[after] = found[state] + 1
                queue.append(after)
    return found


def reversed_edges(edges):
    """The same edges walked backwards."""
    back = {state: {} for state in edges}
    for state, moves in edges.items():
        for after in moves.values():
            back[after][state] = state
    return back


def period_of(rides):
    """Smallest number of ticks after which an obstacle's occupied, entered and stood-on cells all repeat.

    A carrier's also repeats where each of its cells takes the agent.
    """
    turn = rides[0].turn
    pictures = [
        (
            *(frozenset().union(*(ride.picture(tick)[part] for ride in rides)) for part in range(3)),
            {cell: to for ride in rides if ride.carries for cell, to in ride.taken[tick].items()},
        )
        for tick in range(turn)
    ]
    return next(
        period
        for period in range(1, turn + 1)
        if all(pictures[tick] == pictures[(tick + period) % turn] for tick in range(turn))
    )


def collides(level, cells, start_tick=0, world=None):
    """A sentence about the first collision of a trajectory with the geometry, "" when there is none.

    `cells` holds the agent's cell at start_tick, start_tick + 1, … Moves that the level's actions cannot make
    are faults too. A stay is a wait or, with `walls: stay`, a bump; either way only rule 2 judges it.
    """
    world = world or World(level)
    if world.outside(cells[0]) or world.blocked(cells[0]) or cells[0] in world.occupied(start_tick):
        return f"tick {start_tick}: {cells[0]} is no free cell"
    for tick, (here, there) in enumerate(pairwise(cells), start=start_tick):
        if not any(world.move(here, tick, action) == there for action in level.actions):
            return f"tick {tick}: no safe action leads from {here} to {there}"
    return ""
