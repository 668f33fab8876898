"""The watch page: the board with its player bar, and cards about learning, around one Watching."""

from dataclasses import dataclass, replace
from pathlib import Path

import pygame

from game.board.overlays import OVERLAYS, OverlayData, together
from game.presenters.captions import counted, crossing_of
from game.presenters.scene import Scene
from game.presenters.watching import Watching
from game.screens.board_pane import BoardPane
from game.screens.screen import CompareLevel, EditLevel, Fail, Open, Outcome, PlayLevel, Screen, ToMenu
from game.screens.selecting import Selecting
from game.screens.watch.banner import Banner
from game.screens.watch.cards import WatchCards
from game.screens.watch.complaint import ComplaintCard
from game.screens.watch.explaining import Explainer
from game.screens.watch.layout import (
    NAMED_FROM,
    CardSize,
    WatchLayout,
    has_panel,
    projector_layout,
    sheet_box,
    sheet_layout,
    watch_layout,
)
from game.screens.watch.note import HEIGHT as NOTE_HEIGHT
from game.screens.watch.note import RISES as NOTE_RISES
from game.screens.watch.note import Note
from game.screens.watch.player_bar import PlayerBar
from game.screens.watch.projector import draw_projection
from game.screens.watch.settings import values_of
from game.screens.watch.sheet import Sheet
from game.screens.watch.toolbar import Toolbar
from game.services.services import Services
from game.services.sound_cues import WatchSoundCues
from game.ui import Button, Dialog
from game.ui.controls import Control
from game.ui.key_texts import tip
from game.ui.layout import Cards
from game.ui.theme import TEXT, UNSAFE
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


class Watch(Screen):
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
        self.selecting = Selecting(self.ui, self._export_into, "folder")
        self._noted = False
        self._overlays_turn = False
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
        self.panel = self.cards.panel
        self.note = Note(ui, watching)
        self.page_again = Button(
            ui, "x", on_click=lambda: self.do(Control.PROJECTOR), tip=tip("watch", Control.PROJECTOR)
        )
        self.page_again.floats = True
        self.bubble.big = self.projector
        self.banner = Banner(ui, self.do)
        self.sheet: Sheet | None = None
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
        self._congratulated = False
        self._overlay_data: OverlayData | None = None
        self.arrange()

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
        if self.sheet is not None:
            layout = replace(layout, cards=self._sheet_cards(cards))
        self.place(layout)
        self.panel.visible = layout.cards.panel is not None
        self.toolbar.arrange(named=ui.size[0] >= ui.px(NAMED_FROM))
        self.player.arrange_in(pygame.Rect(layout.player), low=layout.low)
        self.board.arrange_in(self.complaint.arrange_in(pygame.Rect(layout.board)))
        self.page_again.visible = self.projector
        self.page_again.rect = pygame.Rect(0, 0, ui.px(NOTE_HEIGHT), ui.px(NOTE_HEIGHT))
        self.page_again.rect.topright = self.board.rect.right, self.board.rect.y - ui.px(NOTE_RISES)

    def _sheet_cards(self, cards: tuple[CardSize, ...]) -> Cards:
        """The cards in the sheet of a narrow window."""
        return sheet_layout(sheet_box(*self.ui.size, self.ui.scale), self.ui.scale, cards, self.panel.opened)

    def resize(self, size: tuple[int, int], scale: float) -> None:
        """Takes a new window size [px] and scale; a sheet gives way to the panel."""
        if self.sheet is not None and has_panel(*size, scale):
            self.close_sheet()
        super().resize(size, scale)

    def open_sheet(self) -> None:
        """Shows the cards of a window that is too narrow for a panel, above the board."""
        self.sheet = Sheet(self.ui, self.panel, self.close_sheet)
        self.ui.root.remove(self.panel)
        self.arrange()
        self.ui.show(self.sheet)

    def close_sheet(self) -> None:
        """Takes the sheet away, if it is open."""
        sheet, self.sheet = self.sheet, None
        if sheet is not None:
            self.ui.close(sheet)
            self.ui.root.insert(self.ui.root.index(self.note), self.panel)
            self.arrange()

    def show_card(self, tab: str, card: str) -> None:
        """Brings a card of a tab into sight, in the sheet of a window that is too narrow for a panel."""
        if self.cards.tab != tab:
            self.cards.turn_to(tab)
        if not has_panel(*self.ui.size, self.ui.scale) and self.sheet is None:
            self.open_sheet()
        self.panel.opened = card
        self.arrange()
        self.panel.bring_into_sight(self.panel.cards[card])

    # -- what keys do -------------------------------------------------------------------------------------

    def toggle_pause(self) -> None:
        """Pauses the display, or lets it go on."""
        self.watching.playback.toggle_pause()

    def step(self) -> None:
        """Shows exactly one move."""
        self.watching.playback.step()

    def step_back(self) -> None:
        """Pauses, and shows the move before."""
        self.watching.playback.back()

    def change_speed(self, step: int) -> None:
        """Chooses the display's next higher (1) or lower (−1) speed."""
        self.watching.playback.change_speed(step)

    def replay(self) -> None:
        """Shows the replay from its start again."""
        self.watching.playback.replay()

    def move_in_time(self, moments: int) -> None:
        """Replays what it knew some kept moments later, or earlier (below 0)."""
        self.player.timeline.move(moments)

    def toggle_exploring(self) -> None:
        """Shows ε-greedy rollouts, or greedy ones."""
        self.watching.set_exploring(not self.watching.exploring)

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
            self.banner.leave()
        if watching.acting.on and has_panel(*self.ui.size, self.ui.scale) and not self.projector:
            self.show_card("details", "svm")

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
        if not has_panel(*self.ui.size, self.ui.scale) and self.sheet is None and not self.projector:
            self.open_sheet()
            return
        self.cards.next_tab()

    def open_next_level(self) -> None:
        """Opens the next level of the home page."""
        if self.place_of_level.following is not None:
            self.outcome = Open(self.place_of_level.following)
        else:
            self.services.messages.show("This is the last level", "info", TEXT)

    def toggle_projector(self) -> None:
        """Shows the board and one huge sentence, or the whole page again."""
        self.projector = self.bubble.big = not self.projector
        self.close_sheet()
        self.arrange()

    def look_ahead(self, ticks: int) -> None:
        """Looks so many ticks further ahead."""
        self.watching.look_ahead(self.watching.ahead + ticks)

    def toggle_training(self) -> None:
        """Pauses training, or resumes it."""
        self.watching.toggle_training()

    def toggle_unlimited(self) -> None:
        """Trains as fast as possible, or at the pace that is set."""
        self.watching.set_pace(self.watching.rate_index, unlimited=not self.watching.unlimited)

    def change_rate(self, step: int) -> None:
        """Trains at the next higher (1) or lower (−1) pace."""
        self.watching.set_pace(self.watching.rate_index + step, unlimited=False)

    def train_transition(self) -> None:
        """Trains one transition, then pauses training."""
        self.watching.train_on(transitions=1)

    def train_episode(self) -> None:
        """Trains to the end of the episode, then pauses training."""
        self.watching.train_on(stop="episode")

    def train_until_converged(self) -> None:
        """Trains to the end of the converging episode, then pauses training."""
        self.watching.train_on(stop="converged")

    def restart(self) -> None:
        """Starts learning over with what the sliders say, once it has been asked about."""
        settings = self.cards.settings.wanted
        lines = ["Everything learned on this level is discarded. The same seed gives the same result."]
        if values := values_of(self.cards.settings.begins_with):
            lines.append(f"It starts over with {values} instead of the level's own.")

        def answered(answer: str | None) -> None:
            if answer == "Start over":
                self.watching.restart(settings)
                self.cards.settings.moved = {}
                self._congratulated = False
                self._offer(())

        self.ui.show(
            Dialog(
                self.ui,
                "Start learning over?",
                lines,
                buttons=("Start over", "Keep learning"),
                on_answer=answered,
                icon="rotate-ccw",
            )
        )

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
        elif self.watching.exporting.busy:
            self.services.messages.show("The previous export is still being written", "loader", TEXT)
        else:
            self.selecting.ask()

    def _export_into(self, folder: Path) -> None:
        self.selecting.folder = folder
        self.services.messages.show("Exporting the run", "loader", TEXT)
        self.watching.export(folder, self.services.draw_run)

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
        self.close_sheet()

    # -- life ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        watching = self.watching
        watching.playback.reduce_motion = self.services.settings.reduce_motion
        watching.update(dt)
        self.selecting.follow()
        if exported := watching.exporting.news():
            icon, color = ("triangle-alert", UNSAFE) if exported.failed else ("save", TEXT)
            self.services.messages.show(exported.told, icon, color)
        if watching.opening is not self._opening:
            self.toolbar.arrange(named=True)  # closes its menu
            self.close_sheet()
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
        self._congratulate(dt)
        if watching.selected is not None and self._selected is None and self.ui.has_focus(self.board):
            self.cards.turn_to("cell")
        self._selected = watching.selected
        self._follow_note()
        if self._needs_svm:
            self.cards.svm.ask()
        if watching.refused is not None:
            self.outcome = Fail(watching.refused)
        return super().update(dt)

    def _follow_note(self) -> None:
        """The note above the board tells what an overlay shows, while it is the only one."""
        self.note.fitting = self._needs_svm and self.watching.svm.pending
        self.note.overlay = None
        if len(self.overlays) == 1 and self._overlay_data is not None and not self.watching.acting.on:
            (name,) = self.overlays
            self.note.overlay = OVERLAYS[name].caption(self._overlay_data)

    def _congratulate(self, dt: float) -> None:
        """Shows the banner once, when learning has converged and the learned crossing has been shown."""
        watching, snapshot = self.watching, self.watching.snapshot
        self.banner.follow(dt)
        if self._congratulated and not self.banner.visible and not self.cards.next.children:
            self._offer(self.banner.offers)
        if snapshot is None or watching.opened is None or self._congratulated or self.guided:
            return
        if watching.acting.on:
            return
        crossing, converged = crossing_of(watching), snapshot.converged_episode
        if converged is None or watching.shown is None or watching.shown.episodes < converged:
            return
        if crossing.steps is None or not watching.playback.finished or self.projector:
            return
        self._congratulated = True
        self.explainer.hush()
        crashes = "not one crash" if snapshot.violations == 0 else counted(snapshot.violations, "crash")
        moves = counted(snapshot.transitions, "practice move")
        missing = [Control.NEXT_LEVEL] if self.place_of_level.following is None else []
        if not self.explainer.traps.refuses_on_path():
            missing.append(Control.REFUSAL)
        self.banner.come(
            "It has learned the shortest safe path" if snapshot.detour == 0 else "It has learned a safe path",
            f"In {counted(crossing.steps, 'step')}, after {moves} and {crashes}.",
            without=missing,
        )

    def _offer(self, controls: tuple[Control, ...]) -> None:
        """What is left of the banner once it has gone: a card with its offers."""
        self.cards.next.offer(controls)
        self.arrange()

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
        self.selecting.close(patience)
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
        self.board.draw_board(surface, self.scene(), overlays, self._overlay_data)
        veil = self.watching.veil
        if veil > 0:
            light = 255 - round(200 * veil)
            surface.fill((light, light, light), self.board.rect, pygame.BLEND_RGB_MULT)
        room = self.board.rect.copy()
        room.width -= self.ui.px(NOTE_HEIGHT + 8) if self.projector else 0
        self.note.place(room)
        if self.board.view is None or self.watching.opening.level is None:
            return
        self.explainer.place(self.board, self._below_note)
        if self.banner.visible:
            goals = [self.board.rect_of(cell) for cell in self.watching.opening.level.board.goals]
            self.banner.place(self._below_note, goals, still=self.services.settings.reduce_motion)

    def scene(self) -> Scene | None:
        """The moment that the board shows, None before there is a level."""
        return self.staged or self.explainer.scene(self.board)


def next_overlays(overlays: frozenset[str]) -> frozenset[str]:
    """The O key's round: none, each overlay alone, all that can be seen together."""
    rounds = [frozenset[str](), *(frozenset({name}) for name in OVERLAYS), together(frozenset(OVERLAYS))]
    return rounds[(rounds.index(overlays) + 1) % len(rounds)] if overlays in rounds else rounds[0]
