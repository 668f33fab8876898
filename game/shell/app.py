"""App: the program in its window. A screen states its wish as a value; errors are shown, not thrown."""

import time
import traceback
from collections.abc import Callable
from pathlib import Path

import pygame

from game.presenters.dropping import Dropping
from game.screens.errors import Errors
from game.screens.screen import Open, Outcome, Pop, Screen, TakeTour
from game.screens.watch.watch import Watch
from game.services.films.finishing import Finishing
from game.services.services import Services
from game.shell.navigation import Stack
from game.shell.options import Options
from game.shell.window.display import UNSEEN
from game.shell.window.main_window import NAME, MainWindow
from game.ui import Dialog
from game.ui.boxes import Box
from game.ui.controls import Control, check_handlers
from game.ui.drawing.characters import printable
from game.ui.layout import STATUS, TOOLBAR
from game.ui.message import draw_message
from game.ui.theme import TEXT
from learner.core.snapshot import Snapshot
from levels.files.terminal import tell

DONE_RESIZING = {pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN, pygame.DROPFILE}
"""Events that show that the window's edge is not being dragged, and that refer to the new size."""
CLOSING = 0.3
"""How long the end of the program waits for its threads [s]."""


class App:
    """The program in its window; events come in through `handle`, time through `advance`.

    Attributes:
        window: the system's window, as the screens know it.
        services: what the screens share.
        stack: the screens.
        failures: one sentence for each error of the program itself.
        snapshot: the visible learner's latest snapshot, None where there is none.
        pads: the gamepads that are plugged in; they send events only while they are held here.
    """

    def __init__(
        self, options: Options, size: tuple[int, int], scale: float, services: Services | None = None
    ) -> None:
        self.services = services or Services()
        self.services.usual_scale = scale
        self.window = MainWindow(size, scale, self.services.settings)
        self.stack = Stack(self.window, self.services, options)
        self.failures: list[str] = []
        self.snapshot: Snapshot | None = None
        self.pads: dict[int, pygame.joystick.JoystickType] = {}
        self._dt = 0.0
        self._finishing: Finishing | None = None
        self._asking: Dialog | None = None  # whether to end the program
        self._sure = False  # that was answered with yes
        self._dropped: list[Path] = []  # what came with the drop that is under way
        self._dropping: Dropping | None = None
        if options.path is not None:
            self._act(Open(options.path))
        elif offers_tour(self.services, options):
            self._act(TakeTour())
        else:
            self.top.appear()
        if self.services.settings.full_screen:
            self.toggle_full_screen()

    @property
    def running(self) -> bool:
        """Whether there is still something to show."""
        return bool(self.stack.screens)

    @property
    def top(self) -> Screen:
        """The visible screen."""
        return self.stack.top

    @property
    def at_rest(self) -> bool:
        """Whether the picture stays as it is until an event comes: nothing moves, or nobody can see it."""
        if not self.running or self._finishing or self._dropping or self.services.recording.message():
            return False
        return self.window.hidden or (self.top.at_rest and self.services.messages.message is None)

    def handle(self, event: pygame.Event) -> None:
        """Takes one event of the window system."""
        if self.running:
            self._guarded(lambda: self._take(event))

    def advance(self, dt: float) -> None:
        """Lets `dt` [s] of the window's time pass."""
        self._dt = dt
        self.window.pass_frame()
        if self.running:
            self._guarded(self._open_dropped)
        if self.running:  # first of all: what cards show depends on the room they have
            self._resize(self.window.rested(), self.window.scale)
        if self.running:
            self._guarded(lambda: self._act(self.top.update(dt)))
        if self.running and self._finishing:
            self._finish(self._finishing)
        if not self.running:
            return
        self._follow_settings()
        self.stack.note_learned()
        self.snapshot = self.top.watching.snapshot if isinstance(self.top, Watch) else None
        self.stack.end_below()

    def draw(self) -> None:
        """Draws the visible screen into the window, and its title."""
        canvas = self.window.canvas
        if self.running:
            self._guarded(lambda: self.top.draw(canvas))
        if self.running:
            self._guarded(lambda: self._film(canvas))
        self.window.show(printable(f"{self.top.title} – {NAME}") if self.running and self.top.title else NAME)

    def _film(self, canvas: pygame.Surface) -> None:
        """Lets the recording take its frame, and shows its state above the board, unless a popup is open."""
        top, recording, place = self.top, self.services.recording, self.top.message_area
        recording.pass_time(self._dt, canvas, top.filmed)
        if top.ui.popups:
            return
        self.services.messages.pass_time(self._dt, id(top))
        message = recording.message() or self.services.messages.message
        if message is not None:
            below = max(place.y, top.ui.px(TOOLBAR))
            line = Box(place.x, below, place.width, top.ui.px(STATUS))
            draw_message(top.ui, canvas, line, message, hanging=True)

    def close(self) -> None:
        """Ends the program, if that has not been done, and takes its window away; once is enough."""
        if not self.window.destroyed:
            self._end()
            self.window.destroy()

    def _end(self) -> None:
        """Hides the window, closes every screen and waits for their threads, but not longer than CLOSING.

        The window itself is there until `close`: the frame that ends the program is still drawn.
        """
        if not self.running:
            return
        self._choose(**self.window.kept(self.services.settings))
        self.window.system.hide()
        closed = self.stack.emptied()
        for screen in closed:
            screen.close()
        end = time.perf_counter() + CLOSING
        for screen in closed:
            screen.close(max(end - time.perf_counter(), 0.0))
        if self._dropping is not None:
            self._dropping.close(max(end - time.perf_counter(), 0.0))
        lost = self.services.recording.close()
        if lost:
            tell(lost, error=True)

    def _finish(self, finishing: Finishing) -> None:
        """Has the window stay until the film is made; one that fails is reported in it."""
        if finishing.thrown_away:
            self.quit()
        elif finishing.revoked or finishing.film.done:
            self._finishing = None
            self._sure = False
            finishing.hide()
            if finishing.revoked or finishing.film.problem:
                self.top.appear()
            else:
                self._end()
        else:
            self.top.cover()
            finishing.show(self.top.ui)

    def _take(self, event: pygame.Event) -> None:
        self.window.follow(event)
        if event.type in DONE_RESIZING:
            self._resize(self.window.system.size, self.window.scale)
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.JOYDEVICEADDED:
            pad = pygame.joystick.Joystick(event.device_index)
            self.pads[pad.get_instance_id()] = pad
        elif event.type == pygame.JOYDEVICEREMOVED:
            self.pads.pop(event.instance_id, None)
        elif event.type == pygame.DROPFILE:
            self._dropped.append(Path(event.file))
        elif event.type == pygame.DROPCOMPLETE:
            if not self._dropped:
                self.services.messages.show("Only files on this computer can be dropped here", "info", TEXT)
            self._open_dropped()
        else:
            self._act(self.top.handle(event))

    def _open_dropped(self) -> None:
        """Opens the file that was dropped; of several the level, once it is known which that is."""
        dropped, self._dropped = self._dropped, []
        if dropped and self._dropping is not None:
            self._dropping.close(0.0)  # the drop that came last is the one that counts
            self._dropping = None
        if len(dropped) > 1:
            self._dropping = Dropping(dropped)
            message = f"Looking for a level among {len(dropped)} files"
            self.services.messages.show(message, "loader", TEXT)
        elif dropped:
            self._act(Open(dropped[0]))
        found = self._dropping.found if self._dropping is not None else None
        if found is not None:
            self._dropping = None
            self._act(Open(found.path))
            self.services.messages.show(printable(found.message), "file", TEXT)

    def _act(self, outcome: Outcome) -> None:
        """Does what a screen asks for."""
        match outcome:
            case None:
                return
            case Control():
                outcome.run(self)
            case Pop() if len(self.stack.screens) == 1:
                self.quit()
            case _:
                self.top.ui.let_go()
                self.stack.take(outcome)
        if self.running:
            self.top.appear()

    # -- what keys do that hold everywhere ----------------------------------------------------------------

    def quit(self) -> None:
        """Ends the program, once a film that is under way is made; a second wish throws the film away.

        It asks first if something is not saved; a second wish counts as an answer.
        """
        asking, self._asking = self._asking, None
        answered = asking is not None and asking in self.top.ui.popups
        if not answered and not self._sure and self.stack.unsaved:
            self._ask()
            return
        if asking is not None:
            self.top.ui.close(asking)
        self._sure = True
        self._finishing = None if self._finishing else self.services.recording.finish()
        if self._finishing is None:
            self.services.recording.throw_away()
            self._end()

    def _ask(self) -> None:
        """Asks whether to end the program although something is not saved."""

        def answered(answer: str | None) -> None:
            self._sure = answer == "Quit"
            if self._sure:
                self.quit()

        lines = self.stack.unsaved
        self._asking = Dialog(
            self.top.ui, "Quit?", lines, buttons=("Quit", "Stay"), on_answer=answered, icon="power"
        )
        self.top.ui.show(self._asking)

    def toggle_film(self) -> None:
        """Begins a film, or ends it."""
        self.services.recording.toggle(self.top.title or self.top.name)

    def save_screenshot(self) -> None:
        """Saves a picture of the window."""
        top = self.top
        top.draw(self.window.canvas)  # its size may be new in this frame
        self.services.recording.screenshot(top.title or top.name, self.window.canvas)

    def toggle_full_screen(self) -> None:
        """Fills the screen, or returns to a window."""
        self.window.toggle_full_screen()
        self._resize(self.window.system.size, self.window.scale)

    def change_scale(self, step: int) -> None:
        """Makes letters and buttons larger (1) or smaller (−1), for good."""
        self._choose(scale=self.window.next_scale(step))

    def reset_scale(self) -> None:
        """Makes letters and buttons as large as the system's scale has them."""
        self._choose(scale=None)

    def _guarded(self, work: Callable[[], None]) -> None:
        """Does a screen's work; an error in it is shown in the window and on stderr and closes it."""
        try:
            work()
        except Exception as error:  # noqa: BLE001  an arcade shows what went wrong instead of vanishing
            name = self.top.name if self.running else "last"
            place = traceback.extract_tb(error.__traceback__)[-1]
            where = f"{Path(place.filename).name}, line {place.lineno}"
            sentence = f"{type(error).__name__} on the {name} screen ({where}): {error}"
            self.failures.append(sentence)
            tell(f"An internal error: {sentence}", error=True)
            if not self.running or isinstance(self.top, Errors):
                self._end()
            else:
                self.stack.fail(sentence)

    def _choose(self, **changes: object) -> None:
        """Changes settings and saves them."""
        self.services.change(self.services.settings.model_copy(update=changes))
        self._follow_settings()

    def _follow_settings(self) -> None:
        """The scale is the one setting that the window itself has to follow."""
        self._resize(self.window.size, self.services.settings.scale or self.window.first_scale)

    def _resize(self, size: tuple[int, int], scale: float) -> None:
        """Has the screens lay themselves out again, if this is another size or scale."""
        if (size, scale) != (self.window.size, self.window.scale):
            self.window.lay_out(size, scale)
            self.stack.resize()


def offers_tour(services: Services, options: Options) -> bool:
    """Whether the tour offers itself: at the first start that somebody sees and that keeps settings."""
    seen = pygame.display.get_driver() not in UNSEEN
    return (
        seen
        and options.frames is None
        and services.settings_path is not None
        and not services.settings.tour_seen
    )


check_handlers(App, (control for control in Control if control.of_app))
