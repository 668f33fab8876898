"""The watch page: the board with its player bar, and cards about learning, around one Watching."""

from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from game.board.floor import Pace
from game.board.overlays import OVERLAYS, OverlayData, next_overlays, together
from game.presenters.playback import Playback
from game.presenters.scene import Scene
from game.presenters.watching import Watching
from game.screens.board_pane import BoardPane
from game.screens.learning_screen import LearningScreen
from game.screens.screen import CompareLevel, EditLevel, Fail, Open, Outcome, PlayLevel, ToMenu
from game.screens.watch.cards import WatchCards
from game.screens.watch.complaint import ComplaintCard
from game.screens.watch.congratulation import Congratulation
from game.screens.watch.explaining import Explainer
from game.screens.watch.layout import (
    NAMED_FROM,
    WatchLayout,
    has_panel,
    projector_layout,
    sheet_box,
    sheet_layout,
    watch_layout,
)
from game.screens.watch.note import HEIGHT as NOTE_HEIGHT
from game.screens.watch.note import Note
from game.screens.watch.player_bar import PlayerBar
from game.screens.watch.projector import PageAgain, draw_projection
from game.screens.watch.restart_dialog import restart_dialog
from game.screens.watch.run_export import RunExport
from game.screens.watch.toolbar import Toolbar
from game.services.services import Services
from game.services.sound_cues import WatchSoundCues
from game.ui.theme import TEXT
from levels.model.board import Cell


@dataclass(frozen=True)
class Place:
    """Where a level is among the levels.

    Attributes:
        note: its group, and its place in it; "" for a file from elsewhere.
        following: the file of the next level, None after the last.
    """

    note: str = ""
    following: Path | None = None


class Watch(LearningScreen):
    """One level, watched.

    Attributes:
        watching: what is shown.
        overlays: names of the overlays that are on.
        cards: the panel's.
        projector: whether the page is shown to a whole room.
        guided: whether a guide is above the page; it has no banner then.
        staged: what the board shows in the place of the replay, None for the replay; without overlays.
    """

    name = "watch"

    def __init__(
        self,
        size: tuple[int, int],
        scale: float,
        services: Services,
        path: Path,
        seed: int = 0,
        overlays: tuple[str, ...] = (),
        unlimited: bool = False,
        place: Place = Place(),
    ) -> None:
        super().__init__(size, scale, services)
        self.watching = Watching(path, seed, unlimited=unlimited)
        self.overlays = together(frozenset(overlays) & frozenset(OVERLAYS))
        self.place_of_level = place
        self.projector = self.guided = False
        self.staged: Scene | None = None
        self.export = RunExport(self.ui, self.watching, services)
        self._noted = False
        self._overlays_turn = False
        self._pace = Pace.IN_PARTS
        self._furnish("plain")

    def _furnish(self, tab: str) -> None:
        """Makes everything that knows the level: once for every level that the watching has."""
        ui, watching = self.ui, self.watching
        self._opening = watching.opening
        self.sound_cues = WatchSoundCues(watching)
        self.toolbar = Toolbar(ui, watching, self.do, self.set_overlays)
        self.board = BoardPane(ui, watching, self.services)
        self.player = PlayerBar(ui, watching, self.do)
        self.complaint = ComplaintCard(ui, watching)
        self.explainer = Explainer(ui, watching, self.services, self._make_room_for_the_bubble)
        self.bubble = self.explainer.bubble
        self.cards = WatchCards(ui, watching, tab, self.do, self.explainer.ask, self.arrange)
        self.cards.legend.overlays = self.overlays
        self.panel, self.sheet = self.cards.panel, self.cards.sheet
        self.note = Note(ui, watching)
        self.page_again = PageAgain(ui, self.do)
        self.bubble.big = self.projector
        last = self.place_of_level.following is None
        self.congratulation = Congratulation(ui, watching, self.cards, self.explainer, self.do, last=last)
        self.banner = self.congratulation.banner
        self.toolbar.elsewhere = {
            "again": self.player.again,
            "back": self.player.back,
            "step": self.player.step,
            "speed": self.player.speed,
            "timeline": self.player.timeline,
            "exploring": self.player.exploring,
            "training": self.cards.learning.pause,
            "cards": self.cards.tabs,
        }
        self.tools = self.toolbar.widgets
        self.ui.root = [*self.tools.values(), self.board, self.complaint, self.player, self.panel]
        self.ui.root += [self.note, self.page_again, self.bubble, self.banner]
        self._selected: Cell | None = None
        self._overlay_data: OverlayData | None = None
        self.arrange()

    @property
    def presenter(self) -> Watching:
        """The watching."""
        return self.watching

    @property
    def display(self) -> Playback:
        """What plays the replay."""
        return self.watching.playback

    @property
    def title(self) -> str:
        """The level's name, the file's until it has been read."""
        opening = self.watching.opening
        return opening.level.name if opening.level else opening.path.name

    @property
    def filmed(self) -> pygame.Rect:
        """The board."""
        return self.board.rect

    @property
    def message_area(self) -> pygame.Rect:
        """The board below its note."""
        return self._below_note

    @property
    def _below_note(self) -> pygame.Rect:
        """Where something may lie above the board [px]."""
        board, taken = self.board.rect, self.ui.px(NOTE_HEIGHT)
        return pygame.Rect(board.x, board.y + taken, board.width, max(board.height - taken, 1))

    # -- layout -------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Boxes for the window's size; the board is redrawn in the size that fits."""
        ui, cards = self.ui, self.cards.sizes(self.overlays)
        if self.projector:
            layout: WatchLayout = projector_layout(*ui.size, ui.scale)
        else:
            layout = watch_layout(*ui.size, ui.scale, cards, self.panel.opened)
        if self.sheet.shown:
            box = sheet_box(*ui.size, ui.scale)
            layout = replace(layout, cards=sheet_layout(box, ui.scale, cards, self.panel.opened))
        self.place(layout)
        self.panel.visible = layout.cards.panel is not None
        self.toolbar.arrange(named=ui.size[0] >= ui.px(NAMED_FROM))
        self.player.arrange_in(pygame.Rect(layout.player), low=layout.low)
        self.board.arrange_in(self.complaint.arrange_in(pygame.Rect(layout.board)))
        self.page_again.visible = self.projector
        self.page_again.place(self.board.rect)

    def resize(self, size: tuple[int, int], scale: float) -> None:
        """Takes a new window size [px] and scale; a sheet gives way to the panel."""
        if has_panel(*size, scale):
            self.sheet.cancel()
        super().resize(size, scale)

    # -- what keys do -------------------------------------------------------------------------------------

    def replay(self) -> None:
        """Shows the replay from its start again."""
        self.watching.playback.replay()

    def move_in_time(self, moments: int) -> None:
        """Replays what it knew some kept moments later, or earlier (below 0)."""
        self.player.timeline.move(moments)

    def next_overlay(self) -> None:
        """Goes on in the round of overlays."""
        self.set_overlays(next_overlays(self.overlays))

    def toggle_overlay(self, name: str) -> None:
        """Turns one overlay on or off."""
        self.set_overlays(self.overlays ^ {name})

    def toggle_svm_acts(self) -> None:
        """Shows the rollouts of the SVM, with its card beside them, or those of what was learned again."""
        watching = self.watching
        if watching.opened is None or watching.snapshot is None:
            self._tell_to_wait()
            return
        watching.let_svm_act(on=not watching.acting.on, masked=watching.acting.masked)
        if watching.acting.on:
            self.congratulation.banner.leave()
        if watching.acting.on and self.cards.have_room and not self.projector:
            self.cards.show("details", "svm")

    def toggle_svm_mask(self) -> None:
        """Lets the SVM act with the mask of allowed actions, or without."""
        acting = self.watching.acting
        self.watching.let_svm_act(on=acting.on, masked=not acting.masked)

    def zoom(self, step: int) -> None:
        """Zooms a large board in (1) or out (−1)."""
        self.board.zoom(step)

    def follow_agent(self) -> None:
        """Lets a large board follow the agent again."""
        self.board.follow_agent()

    def look_at_cell(self) -> None:
        """Gives the board the keyboard's focus, to select a cell."""
        self.board.look()

    def next_tab(self) -> None:
        """Shows the next cards; in a narrow window it opens their sheet first."""
        if self.cards.have_room or self.sheet.shown or self.projector:
            self.cards.next_tab()
        else:
            self.sheet.open()

    def open_next_level(self) -> None:
        """Opens the next level of the home page."""
        if self.place_of_level.following is not None:
            self.outcome = Open(self.place_of_level.following)
        else:
            self.services.messages.show("This is the last level", "info", TEXT)

    def toggle_projector(self) -> None:
        """Shows the board and one huge sentence, or the whole page again."""
        self.projector = self.bubble.big = not self.projector
        self.sheet.cancel()
        self.arrange()

    def look_ahead(self, ticks: int) -> None:
        """Looks so many ticks further ahead."""
        self.watching.look_ahead(self.watching.ahead + ticks)

    def train_episode(self) -> None:
        """Trains to the end of the episode, then pauses training."""
        self.watching.train_on(stop="episode")

    def train_until_converged(self) -> None:
        """Trains to the end of the converging episode, then pauses training."""
        self.watching.train_on(stop="converged")

    def restart(self) -> None:
        """Starts learning over with what the sliders say, once it has been asked about."""
        wanted = self.cards.settings.wanted

        def start_over() -> None:
            self.watching.restart(wanted)
            self.cards.settings.moved = {}
            self.congratulation.forget()

        self.ui.show(restart_dialog(self.ui, self.cards.settings.begins_with, start_over))

    def play_level(self) -> None:
        """Lets a person cross the level, once it can be."""
        if self.watching.opened is not None and self.watching.snapshot is not None:
            self.outcome = PlayLevel(self.watching.opened, self.watching.labels)
        else:
            self._tell_to_wait()

    def compare_level(self) -> None:
        """Compares learners on the level, once it has been read."""
        if self.watching.loaded is not None:  # the race is about the level's own settings
            self.outcome = CompareLevel(self.watching.loaded)
        else:
            self._tell_to_wait()

    def export_run(self) -> None:
        """Asks for a folder and exports the run into a new one within it."""
        snapshot = self.watching.snapshot
        if snapshot is None or snapshot.status == "warming_up":
            self._tell_to_wait()
        else:
            self.export.ask()

    def _tell_to_wait(self) -> None:
        self.services.messages.show("The level is not ready yet", "loader", TEXT)

    def edit_level(self) -> None:
        """Opens the level's file in the editor."""
        self.outcome = EditLevel(self.watching.opening.path)

    def show_menu(self) -> None:
        """Returns to the menu."""
        self.outcome = ToMenu()

    def back_out(self) -> None:
        """Ends what is looked at, one thing at a time, before it leaves the screen."""
        watching = self.watching
        if self.bubble.visible or self.banner.visible:
            self.explainer.hush()
            self.banner.leave()
        elif self.projector:
            self.toggle_projector()
        elif watching.complaint is not None:
            watching.complaint = None
        elif watching.selected is not None or watching.ahead:
            watching.select(None)
            watching.look_ahead(0)
        elif watching.acting.on:
            self.toggle_svm_acts()
        else:
            super().back_out()

    def set_overlays(self, overlays: frozenset[str]) -> None:
        """Chooses the overlays that are on; one that fills the cells takes the place of another."""
        overlays = together(overlays, self.overlays)
        if overlays - self.overlays:
            self.banner.leave()
        if overlays != self.overlays:
            self.overlays = self.cards.legend.overlays = overlays
            self.panel.opened = ""
            self.arrange()

    def next_trap(self) -> None:
        """Plays up to the next trap on the path shown and explains it, or says why there is none."""
        self.explainer.seek_trap()

    def next_refusal(self) -> None:
        """Plays up to the next move that traffic refuses, and explains it."""
        self.explainer.seek_refusal()

    def _make_room_for_the_bubble(self) -> None:
        """What would lie on the bubble or above it goes."""
        self.banner.leave()
        self.sheet.cancel()

    # -- life ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        watching = self.watching
        watching.playback.reduce_motion = self.services.settings.reduce_motion
        watching.update(dt)
        self.export.follow()
        if watching.opening is not self._opening:
            self.toolbar.arrange(named=True)  # closes its menu
            self.sheet.cancel()
            self._furnish(self.cards.tab)
            self.services.messages.show(f"{watching.opening.path.name} was reloaded", "file", TEXT)
        self.board.follow(dt)
        self.explainer.follow(dt)
        for effect in self.sound_cues.heard():
            self.services.sounds.play(effect, watching.playback.speed)
        if watching.opened is not None and not self._noted:
            self._noted = True
            self.services.messages.add(" ".join(watching.opened.notes), "info", TEXT)
        other_cards = self.cards.follow(dt, self.services.settings.palette)
        if self.complaint.follow() or other_cards:
            self.arrange()
        self.toolbar.follow(
            self.overlays,
            self.place_of_level.note,
            muted=self.services.settings.muted,
            recorded=self.services.recording.taken,
        )
        self.player.follow()
        self.congratulation.follow(dt, silent=self.guided or self.projector or bool(self.overlays))
        if watching.selected is not None and self._selected is None and self.ui.has_focus(self.board):
            self.cards.turn_to("cell")
        self._selected = watching.selected
        fitting = self._needs_svm and watching.svm.pending
        self.note.follow(self.overlays, self._overlay_data, fitting=fitting)
        if self._needs_svm:
            self.cards.svm.ask()
        if watching.refused is not None:
            self.outcome = Fail(watching.refused)
        return super().update(dt)

    @property
    def _needs_svm(self) -> bool:
        """Whether an overlay shows an SVM, or one acts."""
        return self.watching.acting.on or any("svm" in OVERLAYS[name].reads for name in self.overlays)

    @property
    def shown(self) -> tuple[object, ...]:
        """The values that toolbar, player bar and cards show."""
        watching, playback = self.watching, self.watching.playback
        version = watching.snapshot.version if watching.snapshot else -1
        return (
            *(version, watching.status, watching.state, playback.index, playback.paused),
            *(playback.speed_index, watching.exploring, watching.training_paused, watching.unlimited),
            *(watching.rate_index, self.overlays, id(watching.shown)),
            *(watching.selected, watching.ahead, id(watching.moment), id(watching.past)),
            *(watching.svm.pending, watching.learning),
            self.services.settings,
        )

    def cover(self) -> None:
        """The learner waits while others learn."""
        self.watching.hold(held=True)

    def appear(self) -> None:
        """The learner continues, unless it was paused."""
        self.watching.hold(held=False)

    def close(self, patience: float = 0.0) -> None:
        """Ends the learner, and releases all that was drawn."""
        self.export.selecting.close(patience)
        self.watching.close(patience)
        super().close(patience)

    def forget_pictures(self) -> None:
        """Releases all that was drawn; the next frame redraws it."""
        super().forget_pictures()
        self.board.view = self._overlay_data = None

    # -- drawing ------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the whole window.

        The two costly parts take turns: one frame may renew the layer of widgets, the next the overlays.
        """
        self._overlays_turn = not self._overlays_turn and self._layer is not None
        layer_goes_on = self.layer_is_due and not self._overlays_turn
        self._pace = Pace.RESTING if layer_goes_on else Pace.IN_PARTS
        super().draw(surface)

    def _layer_waits(self) -> bool:
        return self._overlays_turn

    def draw_ground(self, layer: pygame.Surface) -> None:
        """In the projector's mode, draws the huge sentence."""
        if self.projector:
            draw_projection(self.ui, layer, pygame.Rect(self.layout.status), self.watching)

    @property
    def covered(self) -> list[pygame.Rect]:
        """The board's ground."""
        return self.board.covered

    def draw_live(self, surface: pygame.Surface) -> None:
        """Draws the board with its overlays, and what lies above it."""
        if self._overlays_turn:
            self._overlay_data = self.board.overlay_data()
        overlays = self.overlays if self.staged is None else frozenset[str]()
        self.board.draw_board(surface, self.scene(), overlays, self._overlay_data, self._pace)
        room = self.board.rect.copy()
        room.width -= self.ui.px(NOTE_HEIGHT + 8) if self.projector else 0
        self.note.place(room)
        if self.board.view is None or self.watching.opening.level is None:
            return
        self.explainer.place(self.board, self._below_note)
        still = self.services.settings.reduce_motion
        self.congratulation.place(self.board, self._below_note, still=still)

    def scene(self) -> Scene | None:
        """The moment that the board shows, None before there is a level."""
        return self.staged or self.explainer.scene(self.board)
