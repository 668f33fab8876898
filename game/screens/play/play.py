"""The play screen: you drive the agent, with or without the shield, against the learned agent."""

import math
from dataclasses import dataclass
from pathlib import Path

import pygame

from game.presenters.level_loader import LevelLoader, LoadedLevel
from game.presenters.playing import BEATS, Playing
from game.presenters.playing import Outcome as GameOutcome
from game.presenters.riding import FACING
from game.presenters.scene import Scene
from game.screens.board_area import BoardArea
from game.screens.play import words
from game.screens.play.cards import MoveCard, RaceCard, RealTimeCard, RunCard, ShieldCard
from game.screens.play.note import BoardNote
from game.screens.play.scenes import Scenes
from game.screens.play.verdicts import Ended, Verdicts
from game.screens.screen import Open, Outcome, PlayLevel, Screen
from game.screens.tool_buttons import LevelName, Speaker
from game.services.services import Services
from game.services.sound_cues import PlaySoundCues
from game.ui import Button, NamedIcon, Ui
from game.ui.card_column import CardColumn
from game.ui.controls import Control
from game.ui.key_texts import hint_lines, tip
from game.ui.layout import EDGE, play_layout
from game.ui.message import Message
from game.ui.pads import plugged_in
from game.ui.theme import DIM, GOLD, TEXT, UNSAFE
from levels.model.board import Action, Cell

SHAKE, SHAKES, SHAKES_FOR = 0.07, 2, 0.3
"""How far the board shakes at an impact [cells], how often (WCAG 2.3.1 allows three), for how long [s]."""
OUT_OF_REACH = {pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED}
"""From these events on the keys go elsewhere: real time pauses, so that no crash goes unseen."""
NOBODY = "No one to race yet: the agent does not reach the goal. Go back and let it learn."
LAST = "This is the last level"
KEYS = hint_lines(
    "play",
    {
        "Arrows or {GO_UP[1]} {GO_LEFT[1]} {GO_DOWN[1]} {GO_RIGHT[1]} move": 3,
        "{SHIELD} shield": 2,
        "{GHOST} race the hen": 1,
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


@dataclass(frozen=True)
class Around:
    """Where a play screen is among the pages.

    Attributes:
        back: the page below, in a word.
        following: the file of the next level, None after the last.
        name: what that is called.
    """

    back: str = "Watch"
    following: Path | None = None
    name: str = ""


class PlayBoard(BoardArea):
    """The board; a click next to the agent is a move there."""

    def __init__(self, ui: Ui, play: "Play") -> None:
        super().__init__(ui)
        self.play = play

    def click(self, cell: Cell | None) -> None:
        """Moves to a cell next to the agent, or waits where it stands."""
        here = self.play.playing.cell(-1)
        step = None if cell is None else (cell[0] - here[0], cell[1] - here[1])
        if step in FACING:
            self.play.move(FACING[step].name)


class Play(Screen):
    """One level, play.

    Attributes:
        playing: the game's state.
        best: best results so far.
        day: the day whose crossing it is, "" for any other level.
        scenes: what the board shows.
        verdicts: how a run ended.
        before: the person's best result before this run.
    """

    name = "play"
    holds_below = False

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        services: Services,
        playing: Playing,
        around: Around = Around(),
        day: str = "",
    ) -> None:
        super().__init__(size, scale, services)
        self.playing = playing
        self.around = around
        self.day = day
        self.sound_cues = PlaySoundCues(playing)
        self.best = best = services.best
        self.before: int | None = None
        self.scenes = Scenes(playing)
        self._loading: LevelLoader | None = None
        self.run = RunCard(self.ui, playing, best)
        self.shield = ShieldCard(self.ui, playing, self.do)
        self.race = RaceCard(self.ui, playing, self.do)
        self.time = RealTimeCard(self.ui, playing, self.do)
        self.moves = MoveCard(self.ui, playing, self.do)
        self.verdicts = Verdicts(self.ui, playing, self.do, around.name)
        self.note = BoardNote(self.ui)
        self.back = Button(
            self.ui,
            "chevron-left",
            around.back,
            on_click=lambda: self.do(Control.BACK_OUT),
            tip=tip(self.name, Control.BACK_OUT),
        )
        self.speaker = Speaker(self.ui, self.name, self.do)
        self.help = NamedIcon(
            self.ui,
            "circle-question-mark",
            "Help",
            on_click=lambda: self.do(Control.HELP),
            tip=tip(self.name, Control.HELP),
        )
        self.board = PlayBoard(self.ui, self)
        self.bar = LevelName(self.ui)
        self.bar.file = str(playing.opened.path)
        cards = {
            "run": self.run,
            "shield": self.shield,
            "race": self.race,
            "time": self.time,
            "moves": self.moves,
        }
        headings = {
            "race": ("Race the learned hen", "ghost"),
            "time": ("Real time", "clock"),
            "moves": ("Move", "gamepad-2"),
        }
        self.panel = CardColumn(self.ui, cards, headings, self.arrange)
        self.tools = {"back": self.back, "title": self.bar, "speaker": self.speaker, "help": self.help}
        self.ui.root = [*self.tools.values(), self.board, self.panel, self.note]
        self.ui.root += [self.verdicts.won, self.verdicts.mishap]
        self._outcome: GameOutcome | None = None
        self._arrived = False
        self.arrange()

    @property
    def title(self) -> str:
        """The level's name."""
        return f"{self.playing.opened.level.name}, play"

    @property
    def filmed(self) -> pygame.Rect:
        """The board."""
        return self.board.rect

    @property
    def _still(self) -> bool:
        """Whether nothing is to move but what has to."""
        return self.services.settings.reduce_motion

    def arrange(self) -> None:
        """Boxes for the window's size."""
        layout = play_layout(*self.ui.size, self.ui.scale, self.panel.opened)
        self.place(layout)
        self.back.text = self.around.back if self.back.rect.width > self.back.rect.height else ""
        for tool in (self.speaker, self.help):
            tool.named = tool.rect.width > tool.rect.height
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
        """Makes a move, or waits; an arrival counts at once, before a key of the same frame starts again."""
        self.playing.want(Action[action.upper()])
        self._note_arrival()

    def start_again(self) -> None:
        """Starts again, once it is over."""
        if self.playing.outcome is not None:
            self.restart()

    def restart(self) -> None:
        """Starts again; a next level that is being loaded is not waited for."""
        self.playing.restart()
        self.scenes.best = self._outcome = None
        self._arrived = False
        self._stop_loading()

    def open_next_level(self) -> None:
        """Plays the next level of the home page, once this one is crossed; starts again after a mishap."""
        if self.playing.outcome != "goal":
            self.start_again()
        elif self.around.following is None:
            self.services.messages.show(LAST, "info", TEXT)
        elif self._loading is None:
            self._loading = LevelLoader(self.around.following)
            self._loading.drawn.set()

    def watch_best(self) -> None:
        """Plays the best path on the board, once the level is crossed."""
        known = self.playing.opened.certificate.shortest is not None
        if known and self.playing.outcome == "goal" and self.playing.ended:
            self.scenes.watch_best()

    def see_again(self) -> None:
        """Shows the last steps again, slowly."""
        self.playing.see_again()

    def toggle_shield(self) -> None:
        """Turns the shield on or off; turned on after a crash or in a trap, it starts again."""
        playing = self.playing
        playing.shield = not playing.shield
        playing.refusal = None  # what the shield said before does not hold any more
        if playing.shield and playing.outcome in {"crash", "dead_end"}:
            self.restart()

    def toggle_race(self) -> None:
        """Shows the learned agent, or hides it; tells why if there is none."""
        if self.playing.ghost:
            self.race.racing = not self.race.racing
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

    def back_out(self) -> None:
        """Ends the best path that is being watched, or leaves."""
        if self.scenes.best is not None:
            self.scenes.best = None
        else:
            super().back_out()

    # -- life ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass; the crossing stands still behind a popup."""
        playing = self.playing
        played = 0.0 if self.ui.popups else dt
        playing.advance(played)
        self._note_arrival()
        if playing.outcome is not None and self._outcome is None:
            goes_on = self.around.following is not None
            self.verdicts.prepare(Ended(self.before, goes_on, self.panel.visible))
        self._outcome = playing.outcome
        self.scenes.advance(played, still=self._still)
        self.verdicts.follow(hidden=self.scenes.best is not None, still=self._still)
        for effect in self.sound_cues.heard(still=self._still, stars=int(self.verdicts.won.stars)):
            self.services.sounds.play(effect)
        for card in (self.shield, self.race, self.time):
            card.follow()
        self.speaker.follow(muted=self.services.settings.muted)
        self._load_next()
        return super().update(dt)

    def _note_arrival(self) -> None:
        """Keeps the result of a run that has reached the goal, once."""
        playing = self.playing
        if playing.outcome != "goal" or self._arrived:
            return
        self._arrived = True
        level, shield = playing.opened.level, playing.shielded
        self.before = self.best.steps(level, shield=shield)
        self.best.arrived(level, playing.steps, shield=shield)
        if self.day:
            self.best.arrived_daily(self.day, playing.steps, playing.opened.certificate.shortest)

    def _load_next(self) -> None:
        """Plays the next level once it is loaded; the watch page says what is wrong with a bad file."""
        result = self._loading.result if self._loading is not None else None
        if result is not None:
            self._stop_loading()
            self.outcome = PlayLevel(result) if isinstance(result, LoadedLevel) else Open(result.path)

    def _stop_loading(self, patience: float = 0.0) -> None:
        if self._loading is not None:
            self._loading.close(patience)
            self._loading = None

    def close(self, patience: float = 0.0) -> None:
        """Ends the loading of the next level, and releases all that was drawn."""
        self._stop_loading(patience)
        super().close(patience)

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
            *(playing.shown_steps, playing.outcome, refused, playing.shield, playing.real_time),
            *(playing.paused, playing.unasked, playing.crashes, playing.ended, self.race.racing),
            self.services.settings.muted,
        )

    def draw_ground(self, layer: pygame.Surface) -> None:
        """Writes the title, and at the foot keys or what is wrong with the file of best results."""
        ui, foot = self.ui, self.layout.status
        self.bar.name = self.playing.opened.level.name
        self.bar.note = "you are crossing" if self.panel.visible else words.steps_of(self.playing.steps)
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
        """What happens, where the window has no room for the cards."""
        return None if self.panel.visible else words.brief(self.playing, self.before)

    def draw_live(self, surface: pygame.Surface) -> None:
        """Draws the board with both agents, and what lies above it."""
        view, scene = self.board.view_in_box(self.playing.opened.level), self.scene()
        shift = 0 if self._still or scene.fate != "hit" else round(view.cell * shake(scene.hit))
        origin = self.board.origin[0] + shift, self.board.origin[1]
        before = surface.get_clip()
        surface.set_clip(self.board.rect.clip(before))
        view.draw(surface, origin, scene)
        self.verdicts.draw_crash(surface, self.board, origin, scene)
        surface.set_clip(before)
        room = self.board.rect.inflate(-2 * self.ui.px(6), -2 * self.ui.px(6))
        self.verdicts.place(self.board, scene, room)
        self.note.message = self._note()
        waits = not self.playing.started or self.playing.paused or self.playing.refusal is not None
        self.note.place(room, self.board.rect_of(self.playing.cell(-1)) if waits else None)

    def _note(self) -> Message | None:
        """What the board says above itself; where there are no cards, the foot of the window says it."""
        best = self.scenes.best
        if best is not None:
            return Message(f"The best path: step {best.index} of {best.n_moves}", "eye", GOLD)
        return words.note(self.playing) if self.panel.visible else None

    def scene(self) -> Scene:
        """The moment that the board shows."""
        return self.scenes.scene(racing=self.race.racing)


def shake(age: float | None) -> float:
    """How far the board is shaken sideways so long after an impact [cells]; 0 without one."""
    if age is None or age >= SHAKES_FOR:
        return 0.0
    fading = 1 - age / SHAKES_FOR
    return SHAKE * fading * fading * math.sin(math.tau * SHAKES * age / SHAKES_FOR)
