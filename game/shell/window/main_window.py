"""MainWindow: the system's window, its place, size and scale, and what shows while the size changes."""

import pygame

from game.shell.icon import icon
from game.shell.window.display import WindowError
from game.shell.window.resizing import Resizing
from game.ui.drawing.cache import budget_for, surfaces
from game.ui.layout import least_window, next_scale
from game.userdata.settings import Settings

NAME = "Safe Crossing"
SETTLING = 10
"""Frames after which the system has surely put the window on its screen."""
GONE = {pygame.WINDOWHIDDEN, pygame.WINDOWMINIMIZED}
BACK = {
    *(pygame.WINDOWSHOWN, pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWMAXIMIZED),
    *(pygame.WINDOWFOCUSGAINED, pygame.WINDOWENTER),
}
"""Events after which it cannot be seen, and can be again."""
SEEN = 120
"""How far from the screen's right and lower edge a window opens at least [px]."""


class MainWindow:
    """The window as the system knows it, and the size and scale that the screens have.

    Making it raises WindowError where the screen has too few colours.

    Attributes:
        system: pygame's window; its title names the level.
        surface: its picture, the same object whatever the window's size.
        size, scale: what the screens are laid out for; the size follows the window's once that rests.
        first_scale: the scale where the settings name none.
        full_screen: whether the window fills the screen.
        hidden: whether nothing of it can be seen: it is minimised, or the system has taken it away.
        destroyed: whether the window is gone; nothing of it may be used any more.
    """

    def __init__(self, size: tuple[int, int], scale: float, settings: Settings) -> None:
        self.first_scale = scale
        self.full_screen = self.hidden = self.destroyed = False
        self._place = _place(settings.position)
        self._settling = SETTLING
        self._resizing = Resizing()
        self.system = pygame.Window(NAME, size, self._place or pygame.WINDOWPOS_UNDEFINED, resizable=True)
        try:
            self.surface = self.system.get_surface()
        except pygame.error as error:  # a screen with a palette, for one
            self.system.destroy()
            raise WindowError(
                f"The window can't be drawn on this screen: {error}. It needs at least 15 bits a pixel, and "
                "24 are best: choose a screen mode with more colours. `check` and `train` need no display."
            ) from error
        self.system.set_icon(icon(128))
        self.lay_out(size, scale)

    def follow(self, event: pygame.Event) -> None:
        """Notes from one of the system's events whether it can be seen."""
        if event.type in GONE:
            self.hidden = True
        elif event.type in BACK:
            self.hidden = False

    def lay_out(self, size: tuple[int, int], scale: float) -> None:
        """Takes the size and scale that the screens have from now on; a window too small for them grows."""
        self.scale = scale
        self.size = self._hold_least() or size
        surfaces.budget = budget_for(self.size)

    def _hold_least(self) -> tuple[int, int] | None:
        """Has the system keep the window as large as the scale asks for; gives the size it grows to, if so.

        In full screen there is nothing to keep, and a minimum of that time would not hold afterwards.
        """
        least, before = least_window(pygame.display.get_desktop_sizes()[0], self.scale), self.system.size
        if self.full_screen or self.system.minimum_size == least:
            return None
        self.system.minimum_size = least
        return self.system.size if self.system.size != before else None

    @property
    def canvas(self) -> pygame.Surface:
        """What the visible screen is drawn on."""
        return self._resizing.canvas(self.surface, self.size)

    def show(self, title: str) -> None:
        """Brings what was drawn on the canvas into the window, under a title."""
        self._resizing.show(self.surface)
        if self.system.title != title:
            self.system.title = title

    def pass_frame(self) -> None:
        """Moves the window back to its place when it has its frame, whose width had shifted it."""
        self._settling -= 1
        if self._settling == 0 and self._place is not None and not self.full_screen:
            self.system.position = self._place

    def rested(self) -> tuple[int, int]:
        """The size to lay out for: the window's, if that has rested; to be asked once a frame."""
        size = self.system.size
        return size if size == self.size or self._resizing.rests(size) else self.size

    def toggle_full_screen(self) -> None:
        """Fills the screen, or ends that."""
        self.full_screen = not self.full_screen
        if self.full_screen:
            self.system.set_fullscreen(desktop=True)
        else:
            self.system.set_windowed()
            self._hold_least()

    def next_scale(self, step: int) -> float:
        """The scale so many steps above or below the present one."""
        return next_scale(self.scale, self.first_scale, step)

    def destroy(self) -> None:
        """Closes the window, on the display's own thread and while there is a display.

        Else pygame does it when the collector finds this object, on any thread. If the display has ended and
        begun again by then, another window may lie at the same address and is destroyed in its place: what is
        drawn into that one next is a segmentation fault.
        """
        self.destroyed = True
        self.system.destroy()

    def kept(self, settings: Settings) -> dict[str, object]:
        """What the next start has to know; a full screen's own size and place are not worth keeping."""
        size, position = self.system.size, self.system.position
        if self.full_screen:
            return {"size": settings.size, "position": settings.position, "full_screen": True}
        return {"size": size, "position": position, "full_screen": False}


def _place(last: tuple[int, int] | None) -> tuple[int, int] | None:
    """Where the window was last, if its head can still be seen there; None leaves it to the system."""
    width, height = pygame.display.get_desktop_sizes()[0]
    if last is None or not (0 <= last[0] <= width - SEEN and 0 <= last[1] <= height - SEEN):
        return None
    return last
