"""The edit screen: one draws a level, and the proof follows each stroke."""

from collections.abc import Callable

import pygame

from game.presenters import level_settings
from game.presenters.editing import Editing, pasted
from game.presenters.level_loader import LevelLoader, LoadedLevel
from game.presenters.own_levels import LONGEST_NAME, show_in_folder
from game.screens.edit.board_labels import LaneLabel, ToolHint
from game.screens.edit.layout import (
    EditLayout,
    edit_layout,
    has_panel,
    is_named,
    panel_width,
    sheet_box,
    sheet_layout,
)
from game.screens.edit.level_card import LevelCard
from game.screens.edit.obstacle_card import ObstacleCard
from game.screens.edit.palette import SHEET_COLUMNS, Palette
from game.screens.edit.pane import EditPane
from game.screens.edit.proof_card import ProofCard
from game.screens.edit.resizing import with_size
from game.screens.edit.share_dialog import share_dialog
from game.screens.edit.toolbar import Toolbar
from game.screens.edit.tools import BY_NAME
from game.screens.edit.traffic_bar import TrafficBar
from game.screens.screen import Open, Outcome, PlayLevel, Pop, Screen
from game.screens.watch.sheet import Sheet
from game.services.services import Services
from game.ui import Dialog, TextField
from game.ui.card_column import CardColumn
from game.ui.field_dialog import FieldDialog
from game.ui.key_texts import with_keys
from game.ui.kit import OUT_OF_REACH
from game.ui.layout import NOWHERE
from game.ui.theme import TEXT, UNSAFE
from game.userdata.drafts import MOST_DRAFT
from levels.files.problems import LevelError
from levels.files.terminal import named
from levels.files.text import plain_lines
from levels.formats.readings import AmbiguousError
from levels.model.board import MOVES, Action
from levels.text.editing import EditError
from levels.text.share_code import ShareCodeError, share_code

RESTORED = with_keys("edit", "Restored unsaved work; {UNDO} undoes it")


class Edit(Screen):
    """One level, editor.

    Attributes:
        editing: the level's text, with undo, proof and files.
        pane: the board.
        palette: the column of tools; in a narrow window the sheet has a second one.
        sheet: the cards above the board, in a window that has no room for them beside it.
    """

    name = "edit"

    def __init__(self, size: tuple[int, int], scale: float, services: Services, editing: Editing) -> None:
        super().__init__(size, scale, services)
        self.editing = editing
        self.pane = EditPane(self.ui, editing, self._tell_problem)
        self.toolbar = Toolbar(self.ui, self.do, self._go_to_name)
        self.palette = Palette(self.ui, self.pane, self.do)
        self.bar = TrafficBar(self.ui, self.pane, editing, self.do)
        self.tool_card = Palette(self.ui, self.pane, self.do, columns=SHEET_COLUMNS)
        self.proof = ProofCard(self.ui, editing, self._show_culprit)
        self.obstacle = ObstacleCard(self.ui, self.pane, editing, self.do)
        self.lane_label, self.hint = LaneLabel(self.ui, self.pane), ToolHint(self.ui, self.pane)
        self.pane.on_turn = self.obstacle.turn
        self.level_card = LevelCard(self.ui, self.pane, editing, self.do)
        cards = {
            "tools": self.tool_card,
            "proof": self.proof,
            "obstacle": self.obstacle,
            "level": self.level_card,
        }
        self.panel = CardColumn(self.ui, cards, {}, self.arrange)
        self.sheet = Sheet(self.ui, self.panel, self._arrange_cards)
        self.tools = self.toolbar.widgets
        self.ui.root = [
            *self.tools.values(),
            self.palette,
            self.pane,
            self.bar,
            self.panel,
            self.lane_label,
            self.hint,
        ]
        self._chosen: object = None
        self._draft_problem = ""
        self._loading: LevelLoader | None = None
        self._follow()
        self.arrange()
        if editing.restored:
            self.services.messages.show(RESTORED, "history", TEXT)

    @property
    def title(self) -> str:
        """The level's name."""
        return f"{self.editing.name}, editor"

    @property
    def filmed(self) -> pygame.Rect:
        """The board."""
        return self.pane.rect

    def arrange(self) -> None:
        """Boxes for the window's size; a sheet that has become a panel closes."""
        if has_panel(self.ui.size[0], self.ui.scale):
            self.sheet.cancel()
        layout = self._arrange_cards()
        self.pane.arrange_in(pygame.Rect(layout.board))
        self.palette.visible = layout.palette != NOWHERE
        self.palette.rect = pygame.Rect(layout.palette)
        self.palette.arrange()
        self.bar.arrange_in(pygame.Rect(layout.bar), low=layout.low)
        self.toolbar.arrange(named=is_named(self.ui.size[0], self.ui.scale))

    def _arrange_cards(self) -> EditLayout:
        """Boxes for the window's size and for what is chosen; the board's stays as it is."""
        size, scale = self.ui.size, self.ui.scale
        panel = has_panel(size[0], scale)
        widths = self.toolbar.widths(named=is_named(size[0], scale), panel=panel)
        layout = edit_layout(*size, scale, widths, self._heights(panel_width(*size, scale)))
        self.place(layout)
        if self.sheet.shown:
            box = sheet_box(*size, scale)
            tools = {} if layout.palette != NOWHERE else {"tools": self.tool_card.height()}
            heights = tools | self._heights(panel_width(*size, scale))
            self.panel.place(sheet_layout(box, scale, heights))
            for card in self.panel.cards.values():
                card.arrange()
            self.sheet.layout()
        return layout

    def _heights(self, width: int) -> dict[str, int]:
        """What the cards of a panel so wide need [px]."""
        return {
            "proof": self.proof.height(width),
            "obstacle": self.obstacle.height(width),
            "level": self.level_card.height(width),
        }

    def toggle_cards(self) -> None:
        """Opens the cards of a narrow window above the board, or closes them."""
        if self.sheet.shown:
            self.sheet.cancel()
        elif not self.panel.visible:
            self.sheet.open()

    def _go_to_name(self) -> None:
        """Leads to the field of the level's name."""
        if not self.panel.visible:
            self.toggle_cards()
        self.level_card.name.select_all()
        self.ui.focus_on(self.level_card.name)

    def _show_culprit(self) -> None:
        """Selects what is wrong on the board."""
        self.sheet.cancel()
        self.pane.show_culprit()

    # -- what keys do; a change by other means than a stroke ends one that is under way --------------------

    def choose_tool(self, name: str) -> None:
        """Takes a tool for the next stroke."""
        self.pane.tool = BY_NAME[name]

    def move(self, action: str) -> None:
        """Moves the cursor to the next cell that way."""
        self.pane.move(*MOVES[Action[action.upper()]])

    def apply_tool(self) -> None:
        """Begins a stroke at the cursor, or ends it."""
        self.pane.apply()

    def toggle_pause(self) -> None:
        """Pauses the traffic, or lets it go on."""
        self.pane.paused = not self.pane.paused

    def step(self) -> None:
        """Lets the traffic make one step."""
        self.pane.step()

    def change_speed(self, direction: int) -> None:
        """Makes the traffic faster (1) or slower (−1)."""
        self.bar.change_speed(direction)

    def delete_obstacle(self) -> None:
        """Deletes the chosen obstacle."""
        self.pane.drop()
        self.obstacle.remove()

    def undo(self) -> None:
        """Takes the last change back."""
        self.pane.drop()
        if not self.editing.undo():
            self.services.messages.show("Nothing to undo", "info", TEXT)

    def redo(self) -> None:
        """Makes the change again that was taken back last."""
        self.pane.drop()
        if not self.editing.redo():
            self.services.messages.show("Nothing to redo", "info", TEXT)

    def copy_text(self) -> None:
        """Copies the level's text."""
        pygame.scrap.put_text(self.editing.text)
        self.services.messages.show("The level's text was copied to the clipboard", "file", TEXT)

    def share_level(self) -> None:
        """Copies the level as a short code, and shows it."""
        try:
            code = share_code(self.editing.text)
        except ShareCodeError as error:
            self._tell_problem(str(error))
            return
        pygame.scrap.put_text(code)
        self.ui.show(share_dialog(self.ui, code))

    def resize_board(self, d_rows: int, d_cols: int) -> None:
        """Adds so many rows and columns at the end, or takes them away if nothing is lost."""
        self.pane.drop()
        self._guarded(lambda: with_size(self.editing.text, d_rows, d_cols))

    def toggle_waiting(self) -> None:
        """Lets the agent wait, or not."""
        self.pane.drop()

        def toggled() -> str:
            allowed = not level_settings.waits(self.editing.text)
            sentence = "Waiting is allowed" if allowed else "Waiting is off"
            self.services.messages.show(sentence, "clock", TEXT)
            return level_settings.with_waiting(self.editing.text, allowed=allowed)

        self._guarded(toggled)

    def paste_text(self) -> None:
        """Puts the copied text in the level's place."""
        self.pane.drop()
        text = pygame.scrap.get_text() if pygame.scrap.has_text() else ""
        if not text.strip():
            self.services.messages.show("The clipboard holds no text", "info", TEXT)
        elif len(text) > MOST_DRAFT:
            self._tell_problem("The text on the clipboard is too large for a level")
        else:
            text = text.encode("utf-8", "replace").decode()  # half a character can't be kept
            self._take_pasted(plain_lines(text))

    def _take_pasted(self, text: str, reading: int = 0) -> None:
        """Puts a text in the level's place; a drawing of two readings is asked about."""
        try:
            found = pasted(text, reading)
        except AmbiguousError as error:
            names = [sentence.name for sentence in error.readings]

            def chosen(answer: str | None) -> None:
                if answer in names:
                    self._take_pasted(text, names.index(answer) + 1)

            message = [error.problems[0].message]
            title, buttons = "How should this drawing be read?", (*names, "Cancel")
            self.ui.show(Dialog(self.ui, title, message, buttons=buttons, on_answer=chosen, icon="file"))
        except LevelError as error:
            self._tell_problem(f"The text on the clipboard is not a level: {error.problems[0].message}")
        except ShareCodeError as error:
            self._tell_problem(str(error))
        else:
            self.pane.chosen = None
            self.editing.change(found.text)
            if found.notes:
                self.services.messages.show(" ".join(found.notes), "info", TEXT)

    def _guarded(self, make: Callable[[], str]) -> None:
        try:
            self.editing.change(make())
        except EditError as error:
            self._tell_problem(str(error))

    def save(self) -> bool:
        """Saves the level; gives whether that went well."""
        problem = self.editing.save()
        return self._told_saved(problem)

    def _told_saved(self, problem: str) -> bool:
        """Says where the level was saved, or why it was not; gives whether it was."""
        path = self.editing.path
        if problem or path is None:
            self._tell_problem(problem)
        else:
            self.services.messages.show(f"Saved as {named(path)}", "check", TEXT)
        return not problem

    def save_as(self) -> None:
        """Asks for a name, and saves the level under it in a file of its own."""
        self.pane.drop()

        def taken(name: str) -> None:
            try:
                self._told_saved(self.editing.save_as(name.strip()))
            except EditError as error:
                self._tell_problem(str(error))

        field = TextField(self.ui, self.editing.name[:LONGEST_NAME], most=LONGEST_NAME)
        self.ui.show(
            FieldDialog(
                self.ui,
                "Save as",
                ["The level goes into a new file among your own levels; the old one stays as it is."],
                label="Name",
                field=field,
                button="Save",
                check=lambda name: "" if name.strip() else "A level needs a name.",
                on_text=taken,
                icon="save",
            )
        )

    def show_in_folder(self) -> None:
        """Shows the level's file in the system's file manager."""
        path = self.editing.path
        if path is None:
            told = with_keys("edit", "This level has no file yet. {SAVE} saves it")
            self.services.messages.show(told, "info", TEXT)
            return
        problem = show_in_folder(path)
        if problem:
            self._tell_problem(problem)

    def show_more(self) -> None:
        """Opens the menu behind More."""
        self.toolbar.open_menu()

    def save_and_watch(self) -> None:
        """Saves the level and opens it to be learned, if its proof is there and lets it."""
        if self._saved_and_sound():
            path = self.editing.path
            assert path is not None  # saving gave it one
            self.outcome = Open(path)

    def play_level(self) -> None:
        """Saves the level and lets a person cross it, if its proof is there and lets one."""
        if self._saved_and_sound():
            path = self.editing.path
            assert path is not None
            self._stop_loading()
            self._loading = LevelLoader(path)
            self._loading.drawn.set()

    def _saved_and_sound(self) -> bool:
        """Whether the level has been proved to be one that can be crossed, and is saved now."""
        judged = self.editing.judged
        if judged is None or not self.editing.up_to_date:
            self.services.messages.show("The proof is not ready yet", "loader", TEXT)
            return False
        if judged.level is None or (judged.proof is not None and judged.proof.refused):
            self._tell_problem("This level can't be crossed safely; the card at the top right says why")
            return False
        return (not self.editing.changed and self.editing.path is not None) or self.save()

    def _stop_loading(self, patience: float = 0.0) -> None:
        if self._loading is not None:
            self._loading.close(patience)
            self._loading = None

    def back_out(self) -> None:
        """Ends the stroke that is under way, or leaves the editor, asking if there is unsaved work."""
        if self.ui.typing is not None:
            self.ui.focus_on(None)
        elif self.sheet.shown:
            self.sheet.cancel()
        elif self.pane.stroking:
            self.pane.end()
        elif not self.editing.changed:
            self.outcome = Pop()
        else:
            self.ui.show(
                Dialog(
                    self.ui,
                    "Leave the editor?",
                    ["Your changes are not saved. A draft is restored when you come back."],
                    buttons=("Discard", "Save as draft", "Save"),
                    on_answer=self._answered,
                    icon="triangle-alert",
                )
            )

    def _answered(self, answer: str | None) -> None:
        if answer == "Discard":
            self.editing.discard()
        if answer in {"Discard", "Save as draft"} or (answer == "Save" and self.save()):
            self.outcome = Pop()

    def _tell_problem(self, text: str) -> None:
        self.services.messages.show(text, "triangle-alert", UNSAFE)

    # -- life ---------------------------------------------------------------------------------------------

    def handle(self, event: pygame.Event) -> Outcome:
        """Takes one event; with the window out of reach or a dialog open no stroke goes on."""
        outcome = super().handle(event)
        if event.type in OUT_OF_REACH or self.ui.popups:
            self.pane.end()
        return outcome

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        self.pane.advance(dt)
        if self._follow():
            self._arrange_cards()
        problem = self.editing.problem
        if problem and problem != self._draft_problem:
            self._tell_problem(f"Unsaved work can't be saved as a draft: {problem}")
        self._draft_problem = problem
        if self._loading is not None and self._loading.result is not None:
            result = self._loading.result
            self._stop_loading()
            self.outcome = PlayLevel(result) if isinstance(result, LoadedLevel) else Open(result.path)
        return super().update(dt)

    def _follow(self) -> bool:
        """Shows what holds now; gives whether a card needs another height."""
        again = self.proof.follow()
        again |= self.level_card.follow()
        again |= self._chosen is not (chosen := type(self.pane.obstacle))
        self._chosen = chosen
        self.bar.follow()
        self.lane_label.follow()
        self.hint.follow()
        self.hint.visible &= not self.lane_label.visible
        self.obstacle.follow()
        self._follow_toolbar()
        return again

    def _follow_toolbar(self) -> None:
        editing, bar = self.editing, self.toolbar
        bar.level.name, bar.level.note = editing.name, self._whereabouts()
        bar.level.file = "" if editing.path is None else named(editing.path)
        bar.widgets["UNDO"].idle = not editing.can_undo  # type: ignore[attr-defined]
        bar.widgets["REDO"].idle = not editing.can_redo  # type: ignore[attr-defined]
        bar.speaker.follow(muted=self.services.settings.muted)

    def close(self, patience: float = 0.0) -> None:
        """Ends its threads; unsaved work stays as a draft."""
        self._stop_loading(patience)
        self.editing.close(patience)
        super().close(patience)

    # -- drawing ------------------------------------------------------------------------------------------

    @property
    def shown(self) -> tuple[object, ...]:
        """The values that toolbar, bar and cards show."""
        editing, pane = self.editing, self.pane
        return (
            *(editing.judged, editing.text, editing.changed, editing.path),
            *(editing.can_undo, editing.can_redo, self.services.settings.muted),
            *(pane.tool, pane.chosen, pane.paused, pane.speed, int(pane.time)),
        )

    def draw_live(self, surface: pygame.Surface) -> None:
        """Draws the board."""
        self.pane.draw_board(surface, animate=not self.services.settings.reduce_motion)

    def _whereabouts(self) -> str:
        """Which file holds the level, and whether all of it."""
        editing = self.editing
        if editing.path is not None:
            return f"{editing.path.name}, modified" if editing.changed else editing.path.name
        if editing.copies and not editing.changed:
            return "built-in: saving makes a copy"
        return "not saved yet, kept as you draw" if editing.changed else "not saved yet"
