"""App: the window and the stack of screens in it. What a screen wants, it says as a value."""

import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pygame

from game import draw
from game.characters import printable
from game.comparing import Comparing
from game.controls import Command
from game.desk import Desk
from game.editor.editing import Editing
from game.editor.editing import opened as edited
from game.films.finishing import Finishing
from game.layout import STATUS, TOOLBAR, Box, next_scale
from game.memory import let_go
from game.playing import Playing
from game.resizing import Resizing
from game.screens.compare import Compare
from game.screens.edit import Edit
from game.screens.errors import Errors
from game.screens.menu import Menu
from game.screens.play import Play
from game.screens.screen import CompareLevel, EditLevel, Fail, Open, Outcome, PlayLevel, Pop, Screen, ToMenu
from game.screens.watch import Watch
from game.status import draw_message
from game.theme import TEXT, UNSAFE
from learner.snapshot import Snapshot
from levels.problems import LevelError

NAME = "Safe Crossing"
SETTLING = 10
"""Frames after which the system has surely put the window on its screen."""
SEEN = 120
"""How far from the screen's right and lower edge a window opens at least [px]."""
DONE_RESIZING = {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.DROPFILE}
"""Who does such a thing is not dragging the window's edge, and means what stands where in its new size."""
CLOSING = 0.3
"""How long the end of the program waits for its threads [s]."""


@dataclass(frozen=True)
class Options:
    """What the command line asks of the window.

    Attributes:
        path: the level to open, None for the menu.
        frames, screenshot: close after so many frames and save the last one.
        seed: seed of learning.
        unlimited: training without a pace from the start.
        overlays: names of the overlays that are on from the start.
        started: reading of `time.perf_counter` when the program began [s].
    """

    path: Path | None = None
    frames: int | None = None
    screenshot: Path | None = None
    seed: int = 0
    unlimited: bool = False
    overlays: tuple[str, ...] = ()
    started: float = 0.0


class App:
    """The program in its window; events come in through `handle`, time through `advance`.

    Attributes:
        window: the system's window; its title names the level.
        surface: its picture, the same object whatever the window's size.
        stack: the screens, the menu at the bottom and the visible one on top; empty when the program ends.
        failures: one sentence for each error of the program itself.
        left: the level that was left for the menu; its learner waits there until another level is opened.
        snapshot: what the learner on show last told, None where none is on show.
        refusal: why the command line's own level could not be opened, "" if it could.
        desk: what the screens share.
        pads: the gamepads that are plugged in; they send events only while they are held here.
    """

    def __init__(
        self, options: Options, size: tuple[int, int], scale: float, desk: Desk | None = None
    ) -> None:
        self.options = options
        self.desk = desk or Desk()
        self.size = size
        self.scale = self.first_scale = scale
        self.failures: list[str] = []
        self.refusal = ""
        self.left: Watch | None = None
        self.snapshot: Snapshot | None = None
        self.full_screen = False
        self._dt = 0.0
        self._resizing = Resizing()
        self._finishing: Finishing | None = None
        self._dropped = False  # whether a file came with the drop that is under way
        self.pads: dict[int, pygame.joystick.JoystickType] = {}
        self._place = _place(self.desk.settings.position)
        self._settling = SETTLING
        self.window = pygame.Window(NAME, size, self._place or pygame.WINDOWPOS_UNDEFINED, resizable=True)
        self.surface = self.window.get_surface()
        self.window.set_icon(draw.sprite("hen_down", 32))
        self.stack: list[Screen] = [Menu(size, scale, self.desk)]
        if options.path is not None:
            self._act(Open(options.path))
        else:
            self.top.appear()
        if self.desk.settings.full_screen:
            self._toggle_full_screen()

    @property
    def running(self) -> bool:
        """Whether there is still something to show."""
        return bool(self.stack)

    @property
    def top(self) -> Screen:
        """The visible screen."""
        return self.stack[-1]

    def handle(self, event: pygame.Event) -> None:
        """Takes one event of the window system."""
        if self.running:
            self._guarded(lambda: self._take(event))

    def advance(self, dt: float) -> None:
        """Lets `dt` [s] of the window's time pass."""
        self._dt = dt
        self._settle()
        if self.running:
            self._guarded(lambda: self._act(self.top.update(dt)))
        if self.running and self._finishing:
            self._finish(self._finishing)
        if not self.running:
            return
        self._follow_settings()
        size = self.window.size
        if size != self.size and self._resizing.rests(size):
            self._resize(size, self.scale)
        top = self.top
        self.snapshot = top.watching.snapshot if isinstance(top, Watch) else None
        if isinstance(top, Watch) and top.watching.opened:
            self._end_below()
            if top.watching.opened.path == self.options.path:
                self.refusal = ""  # repaired meanwhile

    def _settle(self) -> None:
        """Puts the window where it was once more when it has its frame, by whose width it was moved."""
        self._settling -= 1
        if self._settling == 0 and self._place is not None and not self.full_screen:
            self.window.position = self._place

    def draw(self) -> None:
        """Draws the visible screen into the window's surface, and its title."""
        canvas = self._resizing.canvas(self.surface, self.size)
        if self.running:
            self._guarded(lambda: self.top.draw(canvas))
        if self.running:
            self._guarded(lambda: self._film(canvas))
        self._resizing.show(self.surface)
        title = printable(f"{self.top.title} – {NAME}") if self.running and self.top.title else NAME
        if self.window.title != title:
            self.window.title = title

    def _film(self, canvas: pygame.Surface) -> None:
        """Lets the film take its picture, and tells about it above that."""
        top, recording = self.top, self.desk.recording
        recording.pass_time(self._dt, canvas, top.filmed)
        self.desk.telling.pass_time(self._dt)
        message = (None if self._finishing else recording.message()) or self.desk.telling.message
        if message is not None:
            draw_message(
                top.ui,
                canvas,
                Box(0, top.ui.px(TOOLBAR), *(self.size[0], top.ui.px(STATUS + 12))),
                message,
            )

    def close(self) -> None:
        """Hides the window, closes every screen and waits for their threads, but not longer than CLOSING."""
        self._keep_window()
        self.window.hide()
        closed, self.stack = [*self.stack, *([self.left] if self.left else [])], []
        self.left = None
        for screen in closed:
            screen.close()
        end = time.perf_counter() + CLOSING
        for screen in closed:
            screen.close(max(end - time.perf_counter(), 0.0))
        lost = self.desk.recording.close()
        if lost:
            print(lost, file=sys.stderr)

    def _quit(self) -> None:
        """Ends the program, once a film that is under way is made; a second wish throws the film away."""
        self._finishing = None if self._finishing else self.desk.recording.finish()
        if self._finishing is None:
            self.desk.recording.throw_away()
            self.close()

    def _finish(self, finishing: Finishing) -> None:
        """Has the window stay until the film is made; one that fails is told in it."""
        if finishing.thrown_away:
            self._quit()
        elif finishing.revoked or finishing.film.done:
            self._finishing = None
            finishing.hide()
            if finishing.revoked or finishing.film.problem:
                self.top.appear()
            else:
                self.close()
        else:
            self.top.cover()
            finishing.show(self.top.ui)

    def _take(self, event: pygame.Event) -> None:
        if event.type in DONE_RESIZING:
            self._resize(self.window.size, self.scale)
        if event.type == pygame.QUIT:
            self._quit()
        elif event.type == pygame.JOYDEVICEADDED:
            pad = pygame.joystick.Joystick(event.device_index)
            self.pads[pad.get_instance_id()] = pad
        elif event.type == pygame.JOYDEVICEREMOVED:
            self.pads.pop(event.instance_id, None)
        elif event.type == pygame.DROPFILE:
            self._dropped = True
            self._act(Open(Path(event.file)))
        elif event.type == pygame.DROPCOMPLETE:
            if not self._dropped:
                self.desk.telling.tell("Only files on this computer can be dropped here", "info", TEXT)
            self._dropped = False
        else:
            self._act(self.top.handle(event))

    def _end_below(self) -> None:
        """Closes what a level was opened over, once the new one is there."""
        below = self.stack[1:-1]
        if below:
            for screen in below:
                screen.close()
            del self.stack[1:-1], below, screen
            let_go()

    def _leave(self) -> None:
        """Closes the visible screen, and lets its memory go at once."""
        self.stack.pop().close()
        let_go()

    def _go_back(self) -> None:
        """Leaves the visible screen; a level that was being learned only waits, below the menu."""
        top = self.top
        if isinstance(top, Watch) and top.watching.opened is not None and len(self.stack) == 2:
            top.cover()
            self.left = top
            self.stack.pop()
        else:
            self._leave()

    def _open(self, path: Path) -> None:
        """Opens a level: the one left last as it was left, another one anew."""
        left, self.left = self.left, None
        same = left is not None and left.watching.opening.path == path and left.watching.status != "failed"
        if left is not None and same and len(self.stack) == 1:
            left.resize(self.size, self.scale)
            self.stack.append(left)
            self.desk.telling.tell("What was learned here goes on; R begins anew", "history", TEXT)
            return
        if left is not None:
            left.close()
            del left
            let_go()
        if isinstance(self.top, Watch) and self.top.watching.opened is None:
            self._leave()  # the file wanted last is the one that counts
        options = self.options
        self.stack.append(
            Watch(self.size, self.scale, self.desk, path, options.seed, options.overlays, options.unlimited)
        )

    def _act(self, outcome: Outcome) -> None:
        """Does what a screen asks for: the one place that changes the stack."""
        match outcome:
            case None:
                return
            case Open(path):
                self._open(path)
            case PlayLevel(opened, labels):
                self.stack.append(Play(self.size, self.scale, self.desk, Playing(opened, labels)))
            case CompareLevel(source):
                options = self.options
                self.top.cover()
                comparing = Comparing(source, options.seed, unlimited=options.unlimited)
                self.stack.append(Compare(self.size, self.scale, self.desk, comparing))
            case EditLevel(source):
                self._edit(source)
            case Fail(refused):
                self._leave()
                if self.stack and isinstance(self.top, Errors):
                    self._leave()  # one report at a time
                self.stack.append(
                    Errors(
                        self.size, self.scale, self.desk, refused.heading, refused.lines, path=refused.path
                    )
                )
                if refused.path == self.options.path:
                    self.refusal = "\n".join(refused.lines)
            case Pop() if len(self.stack) == 1:
                self._quit()
            case Pop():
                self._go_back()
            case ToMenu():
                while len(self.stack) > 1:
                    self._go_back()
            case Command.QUIT:
                self._quit()
            case Command.RECORD:
                self.desk.recording.toggle(self.top.title or self.top.name)
            case Command.SCREENSHOT:
                self.desk.recording.screenshot(self.top.title or self.top.name, self.surface)
            case Command.FULL_SCREEN:
                self._toggle_full_screen()
            case Command.SCALE_UP | Command.SCALE_DOWN:
                step = 1 if outcome is Command.SCALE_UP else -1
                self._choose(scale=next_scale(self.scale, step))
            case Command.SCALE_RESET:
                self._choose(scale=None)
        if self.running:
            self.top.appear()

    def _edit(self, source: Path | str) -> None:
        """Opens the editor above the visible screen, or tells why the file can't be edited."""
        try:
            folder = self.desk.folder
            editing = Editing(source, None, folder) if isinstance(source, str) else edited(source, folder)
        except LevelError as error:
            self.desk.telling.tell(str(error).split("\n")[0], "triangle-alert", UNSAFE)
            return
        self.top.cover()
        self.stack.append(Edit(self.size, self.scale, self.desk, editing))

    def _guarded(self, work: Callable[[], None]) -> None:
        """Does a screen's work; an error in it is told in the window and on stderr, and closes the screen."""
        try:
            work()
        except Exception as error:  # noqa: BLE001  an arcade shows what went wrong instead of vanishing
            name = self.top.name if self.running else "last"
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}, line {place.lineno}"
            sentence = f"{type(error).__name__} on the {name} screen ({where}): {error}"
            self.failures.append(sentence)
            print(f"An error of the program itself: {sentence}", file=sys.stderr)
            if not self.running or isinstance(self.top, Errors):
                self.close()
                return
            broken = self.stack.pop()
            self.stack.append(
                Errors(self.size, self.scale, self.desk, "An error of the program itself", (sentence,))
            )
            broken.close()

    def _choose(self, **changes: object) -> None:
        """Changes settings, for good."""
        self.desk.change(self.desk.settings.model_copy(update=changes))
        self._follow_settings()

    def _follow_settings(self) -> None:
        """The scale is the one setting that the window itself has to follow."""
        self._resize(self.size, self.desk.settings.scale or self.first_scale)

    def _keep_window(self) -> None:
        """Remembers the window as it is, for the next start."""
        settings, window = self.desk.settings, (self.window.size, self.window.position)
        size, position = (settings.size, settings.position) if self.full_screen else window
        self._choose(size=size, position=position, full_screen=self.full_screen)

    def _resize(self, size: tuple[int, int], scale: float) -> None:
        """Has the screens lay themselves out anew, if this is another size or scale."""
        if (size, scale) == (self.size, self.scale):
            return
        self.size, self.scale = size, scale
        for screen in self.stack:
            screen.resize(size, scale)

    def _toggle_full_screen(self) -> None:
        self.full_screen = not self.full_screen
        if self.full_screen:
            self.window.set_fullscreen(desktop=True)
        else:
            self.window.set_windowed()
        self._resize(self.window.size, self.scale)


def _place(last: tuple[int, int] | None) -> tuple[int, int] | None:
    """Where the window was last, if its head can still be seen there; None leaves it to the system."""
    width, height = pygame.display.get_desktop_sizes()[0]
    if last is None or not (0 <= last[0] <= width - SEEN and 0 <= last[1] <= height - SEEN):
        return None
    return last
