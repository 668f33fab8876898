"""Golden pictures of the menu, of the watch screen's panel and of the errors screen: no clock, no thread."""

from datetime import date
from pathlib import Path
from threading import Event
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.presenters.certifier import Certified
from game.presenters.svm_acting import SvmActing
from game.presenters.svm_fit import SvmFit
from game.presenters.watching import value_range
from game.screens.errors import Errors
from game.screens.menu.menu import Menu
from game.screens.watch.cards import WatchCards
from game.screens.watch.layout import EDGE, watch_layout
from game.screens.watch.plain import CHART_EVERY
from game.services.services import Services
from game.ui import WidgetTree
from game.ui.theme import BACKGROUND
from game.userdata.settings import Settings
from learner.core.snapshot import History, Snapshot
from learner.threads.policy_history import PolicyHistory, PolicySnapshot
from levels.model.level import Learning
from levels.proof.optimal_values import solve
from levels.proof.prove import prove
from levels.text.reader import builtin_levels, parse_file, read_level
from tests.golden.comparing import compare

WORDS = 0.0005
"""Share of the pixels that may differ: a word or an icon must not get lost."""
ROAD = """format: 1
name: A road for pictures
about: Two lanes and a trap, never in the menu of the program.
map: |
  ...G....
  ========
  ========
  #..S...T
obstacles:
  - {kind: lane, look: car, row: 1, direction: left, every: 2, at: [1, 5]}
  - {kind: lane, look: truck, row: 2, direction: right, length: 2, loop: 14, at: [2, 9]}
"""


@pytest.fixture
def proof():
    return prove(parse_file(ROAD, "road.yaml"))


def test_menu(proof):
    services = Services(Settings(reduce_motion=True), today=lambda: date(2026, 11, 29))
    services.best.arrived_daily("2026-11-29", 16, 14)
    raced = builtin_levels()["crossy_road"]
    menu = Menu((1280, 690), 1.0, services)
    road, not_yet, broken, unsafe = (Path(f"{name}.yaml") for name in ("road", "not_yet", "broken", "unsafe"))
    menu.paths = (road, not_yet, broken, unsafe, raced)
    services.best.arrived(parse_file(ROAD, "road.yaml").level, proof.certificate.shortest + 1, shield=True)
    services.best.has_learned(parse_file(ROAD, "road.yaml").level, proof.certificate.shortest)
    menu.certifier = SimpleNamespace(
        known=Certified(
            {
                **dict.fromkeys((road, not_yet, unsafe), parse_file(ROAD, "road.yaml").level),
                raced: read_level(raced),
            },
            {
                road: proof.certificate,
                broken: "cannot be read: “speed” is not a key of a lane",
                unsafe: "cannot be certified: two vehicles stand on one cell",
            },
            ways={},
        ),
        drawn=Event(),
    )
    menu.cards.choose(1)
    surface = pygame.Surface((1280, 690))
    while not menu.certifier.drawn.is_set():
        menu.update(0.0)
        menu.draw(surface)
    compare(surface, "screen_menu", WORDS)


def snapshot_of(proof):
    """A snapshot made by hand: values fall with the distance from the goal, the change halves."""
    mdp, safe = proof.mdp, proof.safe
    goal = mdp.cells[np.flatnonzero(mdp.goal[: mdp.n_cells])[0]]
    away = np.append(np.tile(np.abs(mdp.cells - goal).sum(axis=1), mdp.period), 0)
    q = np.where(safe.allowed, -1.0 - away[mdp.next_state], np.nan)
    labels = np.where(safe.allowed.any(axis=1), np.argmax(np.nan_to_num(q, nan=-99.0), axis=1), -1)
    episodes = np.arange(1, 41)
    change = 8.0 * 0.8**episodes
    history = History(
        *(1, episodes, change / 2, change, change * 2),
        *(np.full(40, 9.0), np.full(40, 11.0), np.full(40, 20.0), np.ones(40), np.linspace(6.0, 0.5, 40)),
    )
    return Snapshot(
        version=1,
        status="running",
        message="",
        q=q,
        labels=labels.astype(np.int8),
        visits=np.arange(mdp.n_states) % 50,
        class_counts=np.array([40, 30, 20, 10]),
        state=mdp.starts[0],
        episode_steps=0,
        episodes=40,
        transitions=1234,
        violations=0,
        epsilon=0.1,
        learning=Learning(),
        began_with=Learning(),
        changes=(),
        optimum=solve(mdp, safe, 1.0),
        first_goal_episode=2,
        converged_episode=31,
        largest_q_error=0.5,
        bellman_residual=0.0123,
        start_steps=np.array([5]),
        rollout_steps=5,
        detour=0,
        optimal_states=0.75,
        transitions_per_second=1000.0,
        history=history,
    )


@pytest.mark.parametrize(
    ("name", "size", "tab"),
    [
        ("screen_panel", (1280, 800), "plain"),
        ("screen_panel_narrow", (960, 600), "plain"),
        ("screen_panel_details", (1280, 800), "details"),
        ("screen_panel_cell", (1280, 800), "cell"),
    ],
)
def test_panel(proof, name, size, tab):
    mdp, safe, level = proof.mdp, proof.safe, parse_file(ROAD, "road.yaml").level
    snapshot = snapshot_of(proof)
    refused = (~safe.allowed & safe.viable[:, None]).sum(axis=1) - 9 * mdp.goal
    state = int(np.argmax(refused))
    optimum = solve(mdp, safe, 1.0)
    moments = tuple(
        PolicySnapshot(
            episode,
            10 * episode,
            (snapshot.q * episode / 40).astype(np.float32),
            snapshot.labels,
            snapshot.visits,
            None,
            False,
            level.learning,
            optimum,
        )
        for episode in (0, 1, 2, 5, 10, 20, 40)
    )
    opened = SimpleNamespace(level=level, mdp=mdp, safe=safe, optimal=optimum, certificate=proof.certificate)
    step = (mdp.starts[0], int(snapshot.labels[mdp.starts[0]]))
    watching = SimpleNamespace(
        looked_at=state,
        selected=None,
        ahead=0,
        last_step=step,
        past=PolicyHistory(moments),
        q=snapshot.q,
        settings=level.learning,
        optimum=optimum,
        labels=snapshot.labels,
        choices=snapshot.labels,
        visits=snapshot.visits,
        counts=snapshot.class_counts,
        shown=SimpleNamespace(
            q=snapshot.q,
            learning=level.learning,
            episodes=40,
            first_tick=None,
            svm=None,
            rollout=SimpleNamespace(states=(mdp.starts[0],), actions=(0,) * 7, outcome="goal"),
        ),
        moment=None,
        opening=SimpleNamespace(level=level),
        opened=opened,
        loaded=opened,
        learning=level.learning,
        svm=SvmFit(),
        acting=SvmActing(),
        snapshot=snapshot,
        status="running",
        state=state,
        value_range=value_range(snapshot.q),
        thread=object(),
        rate_index=9,
        unlimited=False,
        training_paused=False,
    )
    ui = WidgetTree(size)
    cards = WatchCards(ui, watching, tab, lambda _: None, lambda _: None, lambda: None)
    layout = watch_layout(*size, 1.0, cards.sizes(frozenset())).cards
    cards.panel.place(layout)
    cards.follow(CHART_EVERY, "viridis")
    cards.follow(CHART_EVERY, "viridis")
    for card in cards.panel.cards.values():
        card.arrange()
    ui.root = [cards.panel]
    rows = cards.actions.rows if tab == "cell" else cards.moves.rows
    ui.focus_on(next(row for row in rows if row.reason().kind != "allowed"))
    surface = pygame.Surface(size)
    surface.fill(BACKGROUND)
    ui.draw(surface)
    panel = layout.panel._replace(width=layout.panel.width - EDGE)  # without the room for its scroll bar
    compare(surface.subsurface(panel), name, WORDS)


def test_errors():
    lines = (
        "road.yaml:7:5: “speed” is not a key of a lane",
        "  7 |   - {kind: lane, speed: 2}",
        "    |                  ^^^^^",
        "    = write “every: 2”: ticks from one move to the next",
    )
    errors = Errors((900, 420), 1.0, Services(), "This level cannot be opened", lines, path=Path("road.yaml"))
    surface = pygame.Surface((900, 420))
    errors.draw(surface)
    compare(surface, "screen_errors", WORDS)
