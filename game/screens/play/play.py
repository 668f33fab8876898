"""The play screen: you drive the agent, with or without the shield, against the learned agent."""

from typing import TYPE_CHECKING

import pygame

from game.board.art.agent import FACING
from game.board.art.ghosts import way_into
from game.presenters.playback import CHEER_SECONDS, TRAIL
from game.presenters.playing import BEATS, Playing
from game.presenters.playing import Outcome as GameOutcome
from game.presenters.scene import Scene, Trace
from game.screens.board_area import BoardArea
from game.screens.play.cards import ChoicesCard, MessageCard, RunCard
from game.screens.screen import Outcome, Screen
from game.screens.tool_buttons import Speaker, Title
from game.services.services import Services
from game.services.sound_cues import PlaySoundCues
from game.ui import Button
from game.ui.card_column import CardColumn
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import hint_lines, tip
from game.ui.layout import EDGE, play_layout
from game.ui.message import Message
from game.ui.pads import plugged_in
from game.ui.theme import DIM, TEXT, UNSAFE
from levels.model.board import Action

if TYPE_CHECKING:
    from levels.proof.reasons import Reason

PULSE = 0.45
"""How long a refused move shows on the board [s]."""
OUT_OF_REACH = {pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED}
"""From these events on the keys go elsewhere: real time pauses, so that no crash goes unseen."""
NOBODY = "No one to race yet: the agent does not reach the goal. Go back and let it learn."
KEYS = hint_lines(
    "play",
    {
        "Arrows or {GO_UP[1]} {GO_LEFT[1]} {GO_DOWN[1]} {GO_RIGHT[1]} move": 3,
        "{SHIELD} shield": 2,
        "{GHOST} race the agent": 1,
        "{REAL_TIME} real time": 2,
        "{RESTART} restart": 3,
        "{HELP} help": 4,
        "{BACK_OUT} back": 4,
    },
)
"""Keys that are worth a hint: the first line that fits is shown, the very first if there is a race."""
PAD = hint_lines(
    "play",
    {
        "Gamepad: stick or D-pad moves": 2,
        "{GO_WAIT.pad} waits": 1,
        "{SHIELD.pad} shield": 2,
        "{AGAIN.pad} again": 2,
        "{BACK_OUT.pad} back": 2,
    },
)
"""The same for a gamepad, behind the keys where there is room and in their place if there is a gamepad: where
the level lets one wait, and where it does not."""


class Play(Screen):
    """One level, play.

    Attributes:
        playing: the game's state.
        best: best results so far.
    """

    name = "play"
    holds_below = False

    def __init__(self, size: tuple[int, int], scale: float, services: Services, playing: Playing) -> None:
        super().__init__(size, scale, services)
        self.playing = playing
        self.sound_cues = PlaySoundCues(playing)
        self.best = best = services.best
        self.run = RunCard(self.ui, playing, best)
        self.message_card = MessageCard(self.ui, playing)
        self.choices = ChoicesCard(self.ui, playing, self.do)
        self.back = Button(self.ui, "x", "Back to watching", on_click=lambda: self.do(Control.BACK_OUT))
        self.speaker = Speaker(self.ui, self.name, self.do)
        self.help = Button(
            self.ui,
            "circle-question-mark",
            on_click=lambda: self.do(Control.HELP),
            tip=tip(self.name, Control.HELP),
        )
        self.board = BoardArea(self.ui)
        self.bar = Title(self.ui, 16)
        cards = {"run": self.run, "choices": self.choices, "message": self.message_card}
        self.panel = CardColumn(self.ui, cards, {"choices": ("How to play", "gamepad-2")}, self.arrange)
        self.tools = {"back": self.back, "title": self.bar, "speaker": self.speaker, "help": self.help}
        self.ui.root = [*self.tools.values(), self.board, self.panel]
        self._traced: tuple[Reason, Trace] | None = None
        self._outcome: GameOutcome | None = None
        self._arrived_for = 0.0
        self.arrange()

    @property
    def title(self) -> str:
        """The level's name."""
        return f"{self.playing.opened.level.name}, play"

    @property
    def filmed(self) -> pygame.Rect:
        """The board."""
        return self.board.rect

    def arrange(self) -> None:
        """Boxes for the window's size."""
        layout = play_layout(*self.ui.size, self.ui.scale, self.panel.opened)
        self.place(layout)
        self.back.text = "Back to watching" if self.back.rect.width > self.back.rect.height else ""
        self.board.arrange_in(pygame.Rect(layout.board))

    # -- events -------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> Outcome:
        """Takes events as every screen, and the news that the window lost the focus."""
        if event.type in OUT_OF_REACH:
            self.playing.pause()
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1 and not self.ui.popups:
            self.playing.go_on()
        return super().handle(event)

    # -- what keys do -------------------------------------------------------------------------------------

    def move(self, action: str) -> None:
        """Makes a move, or waits."""
        self.playing.want(Action[action.upper()])

    def start_again(self) -> None:
        """Starts again, once it is over."""
        if self.playing.outcome is not None:
            self.restart()

    def restart(self) -> None:
        """Starts again."""
        self.playing.restart()
        self.message_card.new_best = False

    def toggle_shield(self) -> None:
        """Turns the shield on or off."""
        self.playing.shield = not self.playing.shield

    def toggle_race(self) -> None:
        """Shows the learned agent, or hides it; tells why if there is none."""
        if self.playing.ghost:
            self.message_card.racing = not self.message_card.racing
        else:
            self.services.messages.show(NOBODY, "ghost", TEXT)

    def toggle_real_time(self) -> None:
        """Plays in real time, or move by move."""
        self.playing.switch()

    def change_speed(self, step: int) -> None:
        """Chooses the next faster (1) or slower (−1) beat."""
        self.playing.beat_index = min(max(self.playing.beat_index + step, 0), len(BEATS) - 1)

    def zoom(self, step: int) -> None:
        """Zooms a large board in (1) or out (−1)."""
        self.board.zoom(step)

    def follow_agent(self) -> None:
        """Lets a large board follow the agent again."""
        self.board.follow_agent()

    # -- life ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass; the crossing stands still behind a popup."""
        playing = self.playing
        played = 0.0 if self.ui.popups else dt
        playing.advance(played)
        if playing.outcome == "goal" and self._outcome is None:
            self._arrived()
        self._outcome = playing.outcome
        arrived = playing.outcome == "goal" and playing.progress >= 1.0
        self._arrived_for = self._arrived_for + played if arrived else 0.0
        for effect in self.sound_cues.heard(still=self.services.settings.reduce_motion):
            self.services.sounds.play(effect)
        self.choices.follow(ghost=self.message_card.racing)
        self.message_card.follow()
        self.speaker.follow(muted=self.services.settings.muted)
        return super().update(dt)

    def _arrived(self) -> None:
        playing = self.playing
        self.message_card.new_best = self.best.arrived(
            playing.opened.level, playing.steps, shield=playing.shielded
        )

    def forget_pictures(self) -> None:
        """Releases all that was drawn."""
        super().forget_pictures()
        self.board.view = None

    # -- drawing ------------------------------------------------------------------------------------------

    @property
    def shown(self) -> tuple[object, ...]:
        """The values that the cards show."""
        playing = self.playing
        refused = playing.refusal is not None and playing.refusal.action
        return (
            *(playing.steps, playing.outcome, refused, playing.shield, playing.real_time, playing.crashes),
            *(playing.paused, playing.unasked, self.services.settings.muted),
        )

    def draw_ground(self, layer: pygame.Surface) -> None:
        """Writes the title, and at the foot keys or what is wrong with the file of best results."""
        ui, foot = self.ui, self.layout.status
        name, steps = self.playing.opened.level.name, self.playing.steps
        self.bar.text = f"{name}: your turn to cross"
        if not self.panel.visible:
            self.bar.text = f"{steps} step{'' if steps == 1 else 's'}, {name}"
        middle = foot.y + foot.height // 2
        if self.foot_message is None and self.best.notice:
            ui.text(layer, self.best.notice, (foot.x + ui.px(EDGE), middle), 12, UNSAFE, anchor="midleft")
        elif self.foot_message is None:
            keys = self._hint(foot.width - 2 * ui.px(EDGE))
            ui.text(layer, keys, (foot.right - ui.px(EDGE), middle), 12, DIM, anchor="midright")

    def _hint(self, room: int) -> str:
        """The line of keys for so much room [px]."""
        keys = KEYS if self.playing.ghost else KEYS[1:]
        pad = PAD[0 if self.playing.waits else 1]
        lines = (f"{keys[0]}      {pad}", *([pad] if plugged_in() else []), *keys)
        return next((line for line in lines if self.ui.text_width(line, 12) <= room), "")

    @property
    def foot_message(self) -> Message | None:
        """What the card tells, where the window has no room for the card."""
        return None if self.panel.visible else self.message_card.message()

    def draw_live(self, surface: pygame.Surface) -> None:
        """Draws the board with both agents."""
        level = self.playing.opened.level
        view, origin = self.board.view_in_box(level), self.board.origin
        view.draw(surface, origin, self.scene())
        before = surface.get_clip()
        surface.set_clip(self.board.rect)
        if self.playing.outcome == "crash" and self.playing.progress >= 1.0:
            cell = self.playing.crashed_at.cell if self.playing.crashed_at else self.playing.cell(-1)
            board = level.board
            at = cell if board.inside(cell) else self.playing.cell(-1)
            square = view.cell_rect(at).move(origin)
            draw.badge(surface, "x", square.center, 0.36 * square.width, UNSAFE)
        surface.set_clip(before)

    def scene(self) -> Scene:
        """The moment that the board shows."""
        playing = self.playing
        n = playing.steps
        here = playing.cell(n)
        still = self.services.settings.reduce_motion
        moving = playing.progress < 1.0 and n > 0 and not still
        refusal = playing.refusal
        pulse = refusal.age / PULSE if refusal is not None else 1.0
        facing = playing.opened.mdp.actions[playing.actions[-1]] if n else Action.DOWN
        time = (n - 1 + playing.progress) if moving else n
        hop = playing.hop_progress if moving else 1.0
        return Scene(
            time=time,
            agent_from=playing.cell(n - 1) if moving else here,
            agent_to=here,
            progress=hop,
            facing=facing,
            refused=refusal.action if refusal is not None and pulse < 1.0 else None,
            refused_progress=pulse,
            trail=tuple(playing.cell(index) for index in range(max(0, n - TRAIL), n + 1 - moving)),
            at_goal=playing.outcome == "goal" and playing.progress >= 1.0,
            cheer=min(self._arrived_for / CHEER_SECONDS, 1.0),
            trace=self._trace(),
            beside=self._beside(time, hop, animate=not still),
            animate=not still,
        )

    def _trace(self) -> Trace | None:
        """Where a refused move would have led if it is doomed, for as long as that is shown."""
        playing = self.playing
        refusal, opened = playing.refusal, playing.opened
        if refusal is None or refusal.reason.kind != "doomed" or playing.outcome or playing.paused:
            return None
        reason = refusal.reason
        if self._traced is None or self._traced[0] is not reason:
            way = reason.trace
            self._traced = reason, way_into(opened.level, opened.mdp, opened.safe, way, len(way))
        return self._traced[1]

    def _beside(self, time: float, hop: float, *, animate: bool) -> Scene | None:
        """The learned agent at the same moment, if there is a race."""
        playing = self.playing
        move = playing.ghost_move if self.message_card.racing else None
        if move is None:
            return None
        here, there = move
        facing = FACING[there[0] - here[0], there[1] - here[1]]
        crossing = playing.steps < len(playing.ghost)
        return Scene(time, here, there, hop if crossing else 1.0, facing, animate=animate)
