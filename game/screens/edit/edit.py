"""The edit screen: one draws a level, and the proof follows each stroke."""

from collections.abc import Callable

import pygame

from game.presenters.editing import Editing, pasted
from game.screens.edit.cards import ObstacleCard, ProofCard, ToolsCard
from game.screens.edit.pane import LARGEST, EditPane
from game.screens.edit.tools import BY_COMMAND
from game.screens.screen import Open, Outcome, Pop, Screen
from game.services.services import Services
from game.ui import Button, Dialog
from game.ui.controls import Command, tip
from game.ui.drawing import draw
from game.ui.layout import EDGE, edit_layout
from game.ui.theme import BACKGROUND, DIM, LINE, PANEL, TEXT, UNSAFE
from game.userdata.drafts import MOST_DRAFT
from levels.files.problems import LevelError
from levels.files.text import plain_lines
from levels.formats.readings import AmbiguousError
from levels.model.board import Action
from levels.text.editing import EditError, resized, rows_of, value_of, with_map, with_value

MOVES = {
    Command.GO_RIGHT: (0, 1),
    Command.GO_UP: (-1, 0),
    Command.GO_LEFT: (0, -1),
    Command.GO_DOWN: (1, 0),
}
SIZES = {
    Command.WIDER: (0, 1),
    Command.NARROWER: (0, -1),
    Command.TALLER: (1, 0),
    Command.LOWER: (-1, 0),
}
OTHER_CHANGES = frozenset(
    {Command.UNDO, Command.REDO, Command.PASTE, Command.DELETE, Command.WAITING, *SIZES}
)
"""Commands that change the text without a stroke, and so end one."""
GIVES_WAY = (Command.PASTE, Command.COPY, Command.REDO, Command.UNDO)
"""Buttons for which a narrow window has no room, the first ones first; their keys stay."""
KEYS = "Arrows and Space draw   Ctrl Z undoes   Ctrl S saves   F5 saves and watches   H keys   Esc back"


class Edit(Screen):
    """One level, editor."""

    name = "edit"

    def __init__(self, size: tuple[int, int], scale: float, services: Services, editing: Editing) -> None:
        super().__init__(size, scale, services)
        self.editing = editing
        self.pane = EditPane(self.ui, editing, self._tell_problem)
        self.tools = ToolsCard(self.ui, self.pane, self.command)
        self.obstacle = ObstacleCard(self.ui, self.pane, editing, self.command)
        self.proof = ProofCard(self.ui, editing)
        self.buttons = {
            command: Button(
                self.ui,
                icon,
                text,
                on_click=self._does(command),
                tip=tip("edit", command),
                primary=command is Command.WATCH,
            )
            for command, icon, text in (
                (Command.BACK_OUT, "x", "Back"),
                (Command.UNDO, "rotate-ccw", "Undo"),
                (Command.REDO, "rotate-cw", "Redo"),
                (Command.COPY, "", "Copy text"),
                (Command.PASTE, "", "Paste text"),
                (Command.SAVE, "check", "Save"),
                (Command.WATCH, "play", "Watch"),
            )
        }
        self.ui.root = [*self.buttons.values(), self.pane, self.tools, self.obstacle, self.proof]
        self._layer: pygame.Surface | None = None
        self._seen: tuple[object, ...] = ()
        self._draft_problem = ""
        self.arrange()
        if editing.restored:
            self.services.telling.tell("Restored unsaved work; Ctrl Z undoes it", "history", TEXT)

    def _does(self, command: Command) -> Callable[[], None]:
        return lambda: self.command(command)

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
        ui = self.ui
        layout = self.layout = edit_layout(*ui.size, ui.scale, self.tools.height())
        x, middle = layout.toolbar.x + ui.px(EDGE), layout.toolbar.height // 2
        widths = {command: button.natural_width() + ui.px(8) for command, button in self.buttons.items()}
        for command in GIVES_WAY:
            if x + sum(widths.values()) > ui.size[0]:
                del widths[command]
        for command, button in self.buttons.items():
            button.rect = pygame.Rect(x, middle - ui.px(19), button.natural_width(), ui.px(38))
            button.visible = command in widths and button.rect.right <= ui.size[0]
            x += widths.get(command, 0)
        self._name_from = x + ui.px(10)
        for name, card in (("tools", self.tools), ("obstacle", self.obstacle), ("proof", self.proof)):
            card.visible = name in layout.cards
            card.rect = pygame.Rect(layout.cards.get(name, (0, 0, 0, 0)))
            card.arrange()
        self.pane.arrange(pygame.Rect(layout.board))
        self._layer = None

    # -- commands -----------------------------------------------------------------------------------------

    def command(self, command: Command) -> None:
        """Carries out the command of a key or a button."""
        editing, pane = self.editing, self.pane
        if command in OTHER_CHANGES:
            pane.drop()
        match command:
            case _ if command in BY_COMMAND:
                pane.tool = BY_COMMAND[command]
            case _ if command in MOVES:
                pane.move(*MOVES[command])
            case _ if command in SIZES:
                self._resize_board(*SIZES[command])
            case Command.APPLY:
                pane.apply()
            case Command.DELETE:
                self.obstacle.remove()
            case Command.UNDO:
                if not editing.undo():
                    self.services.telling.tell("Nothing to undo", "info", TEXT)
            case Command.REDO:
                if not editing.redo():
                    self.services.telling.tell("Nothing to redo", "info", TEXT)
            case Command.PAUSE:
                pane.paused = not pane.paused
            case Command.WAITING:
                self._toggle_waiting()
            case Command.COPY:
                pygame.scrap.put_text(editing.text)
                self.services.telling.tell("The level's text was copied to the clipboard", "file", TEXT)
            case Command.PASTE:
                self._paste()
            case Command.SAVE:
                self._save()
            case Command.WATCH:
                self._watch()
            case Command.BACK_OUT:
                self._leave()
            case _:
                super().command(command)
        self.ui.dirty = True

    def _resize_board(self, d_rows: int, d_cols: int) -> None:
        def grown() -> str:
            drawing = rows_of(self.editing.text)
            rows, cols = len(drawing) + d_rows, len(drawing[0]) + d_cols
            if not (1 <= rows <= LARGEST and 1 <= cols <= LARGEST):
                raise EditError(f"the editor draws boards of 1 × 1 to {LARGEST} × {LARGEST} cells")
            self.pane.cursor = (min(self.pane.cursor[0], rows - 1), min(self.pane.cursor[1], cols - 1))
            return with_map(self.editing.text, resized(drawing, rows, cols))

        self._guarded(grown)

    def _toggle_waiting(self) -> None:
        def toggled() -> str:
            said = value_of(self.editing.text, "actions")
            actions = said if isinstance(said, list) and said else [u.name.lower() for u in Action][:-1]
            waits = "wait" in actions
            actions = [u for u in actions if u != "wait"] if waits else [*actions, "wait"]
            told = "Waiting is off" if waits else "Waiting is allowed"
            self.services.telling.tell(told, "clock", TEXT)
            return with_value(self.editing.text, "actions", actions)

        self._guarded(toggled)

    def _paste(self) -> None:
        text = pygame.scrap.get_text() if pygame.scrap.has_text() else ""
        if not text.strip():
            self.services.telling.tell("The clipboard holds no text", "info", TEXT)
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
            names = [told.name for told in error.readings]

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

    def _save(self) -> bool:
        problem = self.editing.save()
        if problem:
            self._tell_problem(problem)
        else:
            self.services.telling.tell(f"Saved as {self.editing.path}", "check", TEXT)
        return not problem

    def _watch(self) -> None:
        judged = self.editing.judged
        if judged is None or not self.editing.up_to_date:
            self.services.telling.tell("The proof is not ready yet", "loader", TEXT)
        elif judged.level is None or (judged.proof is not None and judged.proof.refused):
            self._tell_problem("This level can't be learned safely; the Proof card says why")
        elif (not self.editing.changed and self.editing.path is not None) or self._save():
            path = self.editing.path
            assert path is not None  # saving gave it one
            self.outcome = Open(path)

    def _leave(self) -> None:
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
        if answer in {"Discard", "Save as draft"} or (answer == "Save" and self._save()):
            self.outcome = Pop()

    def _tell_problem(self, text: str) -> None:
        self.services.telling.tell(text, "triangle-alert", UNSAFE)

    # -- life ---------------------------------------------------------------------------------------------

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        self.pane.advance(dt)
        self.obstacle.follow()
        self.proof.follow()
        problem = self.editing.problem
        if problem and problem != self._draft_problem:
            self._tell_problem(f"Unsaved work can't be saved as a draft: {problem}")
        self._draft_problem = problem
        undo, redo = self.buttons[Command.UNDO], self.buttons[Command.REDO]
        undo.idle, redo.idle = not self.editing.can_undo, not self.editing.can_redo
        editing, pane = self.editing, self.pane
        seen = (editing.judged, editing.changed, undo.idle, redo.idle, pane.tool, pane.chosen, pane.paused)
        self.ui.dirty |= seen != self._seen
        self._seen = seen
        return super().update(dt)

    def close(self, patience: float = 0.0) -> None:
        """Ends its thread; unsaved work stays as a draft."""
        self.editing.close(patience)
        self._layer = None

    # -- drawing ------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the cached layer of widgets, the board, and what lies above."""
        if self._layer is None or self.ui.dirty:
            self._layer = self._layer or pygame.Surface(self.ui.size).convert()
            self._draw_layer(self._layer)
        surface.blit(self._layer, (0, 0))
        self.pane.draw_board(surface, animate=not self.services.settings.reduce_motion)
        self.ui.draw_popups(surface)

    def _whereabouts(self) -> str:
        """Which file holds the level, and whether all of it."""
        editing = self.editing
        if editing.path is not None:
            return f"{editing.path.name}, modified" if editing.changed else editing.path.name
        unchanged = editing.copies and not editing.changed
        return "built-in: saving makes a copy" if unchanged else "not saved yet"

    def _draw_layer(self, layer: pygame.Surface) -> None:
        ui, bar, foot = self.ui, self.layout.toolbar, self.layout.status
        layer.fill(BACKGROUND)
        layer.fill(PANEL, bar)
        layer.fill(LINE, (0, bar.bottom - 1, bar.width, 1))
        room = bar.right - self._name_from - ui.px(EDGE)
        if room > ui.px(60):
            name = draw.fit(f"{self.editing.name} · {self._whereabouts()}", ui.px(14), room, "SemiBold")
            place = (self._name_from, bar.height // 2)
            ui.text(layer, name, place, 14, TEXT, weight="SemiBold", anchor="midleft")
        keys = KEYS if self.tools.visible else f"{self.pane.tool.name}; H shows the keys of all tools"
        keys = draw.fit(keys, ui.px(12), foot.width - 2 * ui.px(EDGE))
        place = (foot.x + ui.px(EDGE), foot.y + foot.height // 2)
        ui.text(layer, keys, place, 12, DIM, anchor="midleft")
        ui.draw_widgets(layer)
