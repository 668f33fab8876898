"""The edit screen: one draws a level, and the proof follows each stroke."""

from collections.abc import Callable

import pygame

from game.presenters.editing import Editing, pasted
from game.screens.edit.cards import ObstacleCard, ProofCard, ToolsCard
from game.screens.edit.pane import LARGEST, EditPane
from game.screens.edit.tools import BY_NAME
from game.screens.screen import Open, Outcome, Pop, Screen
from game.screens.tool_buttons import Title
from game.services.services import Services
from game.ui import Button, Dialog
from game.ui.card_column import CardColumn
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip, with_keys
from game.ui.layout import EDGE, BoardLayout, edit_layout
from game.ui.theme import DIM, TEXT, UNSAFE
from game.userdata.drafts import MOST_DRAFT
from levels.files.problems import LevelError
from levels.files.text import plain_lines
from levels.formats.readings import AmbiguousError
from levels.model.board import MOVES, Action
from levels.text.editing import EditError, resized, rows_of, value_of, with_map, with_value

KEYS = with_keys(
    "edit",
    "Arrows and {APPLY} draw   {UNDO} undoes   {SAVE} saves   {WATCH} saves and watches   {HELP} help   "
    "{BACK_OUT} back",
)
TOOL_KEYS = with_keys("edit", "{HELP} shows the keys of all tools")
RESTORED = with_keys("edit", "Restored unsaved work; {UNDO} undoes it")


class Edit(Screen):
    """One level, editor."""

    name = "edit"

    def __init__(self, size: tuple[int, int], scale: float, services: Services, editing: Editing) -> None:
        super().__init__(size, scale, services)
        self.editing = editing
        self.pane = EditPane(self.ui, editing, self._tell_problem)
        self.toolbox = ToolsCard(self.ui, self.pane, self.do)
        self.obstacle = ObstacleCard(self.ui, self.pane, editing, self.do)
        self.proof = ProofCard(self.ui, editing)
        self.buttons = {
            control: Button(
                self.ui,
                icon,
                text,
                on_click=self._does(control),
                tip=tip("edit", control),
                primary=control is Control.WATCH,
            )
            for control, icon, text in (
                (Control.BACK_OUT, "x", "Back"),
                (Control.UNDO, "rotate-ccw", "Undo"),
                (Control.REDO, "rotate-cw", "Redo"),
                (Control.COPY, "", "Copy text"),
                (Control.PASTE, "", "Paste text"),
                (Control.SAVE, "check", "Save"),
                (Control.WATCH, "play", "Watch"),
            )
        }
        self.bar = Title(self.ui, 14)
        cards = {"tools": self.toolbox, "proof": self.proof, "obstacle": self.obstacle}
        headings = {"tools": ("Tools", "crosshair"), "proof": ("Proof", "shield-check")}
        self.panel = CardColumn(self.ui, cards, headings, self.arrange)
        self._chosen: object = None
        self.tools = {control.name: button for control, button in self.buttons.items()}
        self.tools["title"] = self.bar
        self.ui.root = [*self.tools.values(), self.pane, self.panel]
        self._draft_problem = ""
        self.arrange()
        if editing.restored:
            self.services.messages.show(RESTORED, "history", TEXT)

    def _does(self, control: Control) -> Callable[[], None]:
        return lambda: self.do(control)

    @property
    def title(self) -> str:
        """The level's name."""
        return f"{self.editing.name}, editor"

    @property
    def filmed(self) -> pygame.Rect:
        """The board."""
        return self.pane.rect

    def arrange(self) -> None:
        """Boxes for the window's size."""
        self.pane.arrange_in(pygame.Rect(self._arrange_cards().board))

    def _arrange_cards(self) -> BoardLayout:
        """Boxes for the window's size and for what is chosen; the board's stays as it is."""
        widths = {control.name: button.natural_width() for control, button in self.buttons.items()}
        needs = self.toolbox.height(), self.obstacle.height()
        layout = edit_layout(*self.ui.size, self.ui.scale, widths, *needs, self.panel.opened)
        self.place(layout)
        return layout

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

    def resize_board(self, d_rows: int, d_cols: int) -> None:
        """Adds so many rows and columns at the end, or takes them away."""
        self.pane.drop()

        def grown() -> str:
            drawing = rows_of(self.editing.text)
            rows, cols = len(drawing) + d_rows, len(drawing[0]) + d_cols
            if not (1 <= rows <= LARGEST and 1 <= cols <= LARGEST):
                raise EditError(f"the editor draws boards of 1 × 1 to {LARGEST} × {LARGEST} cells")
            self.pane.cursor = (min(self.pane.cursor[0], rows - 1), min(self.pane.cursor[1], cols - 1))
            return with_map(self.editing.text, resized(drawing, rows, cols))

        self._guarded(grown)

    def toggle_waiting(self) -> None:
        """Lets the agent wait, or not."""
        self.pane.drop()

        def toggled() -> str:
            said = value_of(self.editing.text, "actions")
            actions = said if isinstance(said, list) and said else [u.name.lower() for u in Action][:-1]
            waits = "wait" in actions
            actions = [u for u in actions if u != "wait"] if waits else [*actions, "wait"]
            sentence = "Waiting is off" if waits else "Waiting is allowed"
            self.services.messages.show(sentence, "clock", TEXT)
            return with_value(self.editing.text, "actions", actions)

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
            self.editing.change(pasted(text, reading))
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

    def _guarded(self, make: Callable[[], str]) -> None:
        try:
            self.editing.change(make())
        except EditError as error:
            self._tell_problem(str(error))

    def save(self) -> bool:
        """Saves the level; gives whether that went well."""
        problem = self.editing.save()
        if problem:
            self._tell_problem(problem)
        else:
            self.services.messages.show(f"Saved as {self.editing.path}", "check", TEXT)
        return not problem

    def save_and_watch(self) -> None:
        """Saves the level and opens it to be learned, if its proof is there and lets it."""
        judged = self.editing.judged
        if judged is None or not self.editing.up_to_date:
            self.services.messages.show("The proof is not ready yet", "loader", TEXT)
        elif judged.level is None or (judged.proof is not None and judged.proof.refused):
            self._tell_problem("This level can't be learned safely; the Proof card says why")
        elif (not self.editing.changed and self.editing.path is not None) or self.save():
            path = self.editing.path
            assert path is not None  # saving gave it one
            self.outcome = Open(path)

    def back_out(self) -> None:
        """Ends the stroke that is under way, or leaves the editor, asking if there is unsaved work."""
        if self.pane.stroking:
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

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        self.pane.advance(dt)
        chosen = type(self.pane.obstacle)
        if chosen is not self._chosen:
            self._chosen = chosen
            self._arrange_cards()
        self.obstacle.follow()
        self.proof.follow()
        heading = self.panel.headings["proof"]
        heading.title, heading.icon, heading.color = self.proof.verdict
        problem = self.editing.problem
        if problem and problem != self._draft_problem:
            self._tell_problem(f"Unsaved work can't be saved as a draft: {problem}")
        self._draft_problem = problem
        undo, redo = self.buttons[Control.UNDO], self.buttons[Control.REDO]
        undo.idle, redo.idle = not self.editing.can_undo, not self.editing.can_redo
        return super().update(dt)

    def close(self, patience: float = 0.0) -> None:
        """Ends its thread; unsaved work stays as a draft."""
        self.editing.close(patience)
        super().close(patience)

    # -- drawing ------------------------------------------------------------------------------------------

    @property
    def shown(self) -> tuple[object, ...]:
        """The values that toolbar and cards show."""
        editing, pane = self.editing, self.pane
        return (
            *(editing.judged, editing.changed, editing.can_undo, editing.can_redo),
            *(pane.tool, pane.chosen, pane.paused),
        )

    def draw_live(self, surface: pygame.Surface) -> None:
        """Draws the board."""
        self.pane.draw_board(surface, animate=not self.services.settings.reduce_motion)

    def _whereabouts(self) -> str:
        """Which file holds the level, and whether all of it."""
        editing = self.editing
        if editing.path is not None:
            return f"{editing.path.name}, modified" if editing.changed else editing.path.name
        unchanged = editing.copies and not editing.changed
        return "built-in: saving makes a copy" if unchanged else "not saved yet"

    def draw_ground(self, layer: pygame.Surface) -> None:
        """Writes the title, and the keys at the foot."""
        ui, foot = self.ui, self.layout.status
        self.bar.text = f"{self.editing.name} · {self._whereabouts()}"
        keys = KEYS if self.panel.visible else f"{self.pane.tool.name}; {TOOL_KEYS}"
        keys = draw.fit(keys, ui.px(12), foot.width - 2 * ui.px(EDGE))
        place = (foot.x + ui.px(EDGE), foot.y + foot.height // 2)
        ui.text(layer, keys, place, 12, DIM, anchor="midleft")
