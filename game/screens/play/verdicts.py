"""When which verdict comes, what it says and offers, and where it lies on the board."""

from collections.abc import Callable
from typing import NamedTuple

import pygame

from game.board.art import impact
from game.board.art.agent import boarded, draw_alone
from game.board.art.ghosts import MOST as MOST_GHOSTS
from game.presenters.captions import best_on
from game.presenters.playing import Playing
from game.presenters.scene import Scene
from game.presenters.stars import MOST, popped, stars
from game.screens.board_area import BoardArea
from game.screens.play import mishap, words
from game.screens.play.mishap_card import MishapCard
from game.screens.play.verdict import VerdictCard
from game.screens.play.won_card import WonCard
from game.ui import Ui
from game.ui.controls import Control
from game.ui.theme import DOOMED, GOLD, MUTED, TEXT, UNSAFE

WON_AFTER, MISHAP_AFTER = 0.3, 0.5
"""How long after an arrival, a crash or a trap its verdict comes [s]; without animation it comes at once."""
DARKENS = 0.25
"""How long it takes until the board around a crash is dark [s]."""
MISHAPS = 2
"""Crashes and traps after which turning the shield on is what the verdict offers first."""


class Ended(NamedTuple):
    """What a verdict needs to know besides the run.

    Attributes:
        before: the person's best result before this run, None without one.
        goes_on: whether there is a next level.
        carded: whether the panel's cards are in sight.
    """

    before: int | None
    goes_on: bool
    carded: bool


class Verdicts:
    """The two cards, of which at most one is in sight.

    Attributes:
        won: of an arrival.
        mishap: of a crash or a trap.
    """

    def __init__(self, ui: Ui, playing: Playing, do: Callable[[Control], None], following: str) -> None:
        self.ui = ui
        self.playing = playing
        self.won = WonCard(ui, do, following)
        self.mishap = MishapCard(ui, do)

    @property
    def shown(self) -> VerdictCard | None:
        """The one in sight."""
        return next((card for card in (self.won, self.mishap) if card.visible), None)

    def prepare(self, ended: Ended) -> None:
        """Writes the verdict on a run that is over."""
        playing = self.playing
        if playing.outcome == "goal":
            shortest = playing.opened.certificate.shortest
            self.won.verdict = words.won(playing, ended.before)
            known = ((shortest, best_on(playing.opened.level), GOLD), (ended.before, "best before", MUTED))
            self.won.figures = (
                (f"{playing.steps}", "your steps", TEXT),
                *((f"{steps}", name, color) for steps, name, color in known if steps is not None),
            )
            offers = [Control.NEXT_LEVEL] if ended.goes_on else []
            better = shortest is not None and stars(playing.steps, shortest) < MOST
            missing = [Control.BEST] if better else []
            self.won.offer([*offers, Control.AGAIN, *missing])
            return
        crash = playing.outcome == "crash"
        said = words.crashed(playing) if crash else words.trapped(playing)
        self.mishap.color, self.mishap.icon = (UNSAFE, "triangle-alert") if crash else (DOOMED, "hourglass")
        told = "" if ended.carded else f" {words.shield_on_it(playing, words.SHIELD)}"
        self.mishap.verdict = said._replace(text=f"{said.text}{told}")
        offers = [Control.AGAIN]
        if not playing.shield and playing.opened.level.safety == "viable":
            offers.insert(0 if playing.mishaps >= MISHAPS else 1, Control.SHIELD)
        self.mishap.offer([*offers, Control.SEE_AGAIN])

    def follow(self, *, hidden: bool, still: bool) -> None:
        """Shows the verdict from its time on, with the stars there are by now."""
        playing = self.playing
        won = playing.outcome == "goal"
        due = still or playing.ended_for >= (WON_AFTER if won else MISHAP_AFTER)
        on_show = playing.ended and due and not hidden
        self.won.visible, self.mishap.visible = on_show and won, on_show and not won
        earned = stars(playing.steps, playing.opened.certificate.shortest) if playing.ended and won else 0
        self.won.stars = popped(earned, playing.ended_for, still=still)

    def place(self, board: BoardArea, scene: Scene, room: pygame.Rect) -> None:
        """Lies on the board, off the agent, what hit, and the steps that were safe; if won, off the goals."""
        playing, px = self.playing, self.ui.px
        here = board.rect_of(playing.cell(-1))
        if self.won.visible:
            goals = [board.rect_of(cell) for cell in playing.opened.level.board.goals]
            body = here.inflate(here.width // 2, here.width)
            self.won.place(room, body, goals, max(px(12), here.width // 2))
        elif self.mishap.visible:
            tip = self._culprit(board, scene, here) or here.inflate(0, here.width // 2)
            cells = [cell for _, cell in playing.hit.safe] if playing.hit is not None else []
            if playing.trap is not None:
                cells = [playing.opened.mdp.cell(state) for state in playing.trap.states[-MOST_GHOSTS:]]
            around = here.unionall([tip, *map(board.rect_of, cells)])
            self.mishap.place(room, around.inflate(px(16), px(16)), (), px(24), tip)

    def _culprit(self, board: BoardArea, scene: Scene, here: pygame.Rect) -> pygame.Rect | None:
        """What hit the agent, as far as it is near the agent's cell [px]; None if there is nothing to see."""
        hit, level = self.playing.hit, self.playing.opened.level
        if hit is None:
            return None
        box = mishap.vehicle_rect(board.view_in_box(level), level, hit, scene)
        near = box and box.move(board.origin).clip(here.inflate(3 * here.width, 3 * here.width))
        return near or None

    def draw_crash(
        self, surface: pygame.Surface, board: BoardArea, origin: tuple[int, int], scene: Scene
    ) -> None:
        """Darkens the board around a crash, outlines what hit, and marks what was safe."""
        hit, level = self.playing.hit, self.playing.opened.level
        if hit is None or scene.hit is None:
            return
        share = min(max((scene.hit - impact.FREEZE) / DARKENS, 0.0), 1.0) if scene.animate else 1.0
        if share > 0:
            view = board.view_in_box(level)
            here = board.rect_of(self.playing.cell(-1))  # the darkness does not shake: it would be made anew
            mishap.darken(surface, board.rect, here.center, view.cell, share)
            mishap.mark(surface, view, origin, level, hit, scene)
            corner = origin[0] - view.scrolled[0], origin[1] - view.scrolled[1]
            draw_alone(surface, view.geometry, corner, boarded(level.board, scene))
