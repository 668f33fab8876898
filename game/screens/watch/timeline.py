"""The timeline under the board: scrubs through learning's past, and plays the policy of that moment."""

from math import log1p
from typing import TYPE_CHECKING

import pygame

from game.presenters.captions import best_name, counted
from game.presenters.watching import Watching
from game.ui import Ui, Widget
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.theme import ACCENT, CARD, GOLD, LINE, MUTED, TEXT, TRACK, WHITE

if TYPE_CHECKING:
    from learner.threads.policy_history import PolicySnapshot

MARKS = (
    ("first_goal_episode", "flag", "First time across", TEXT),
    ("optimal_episode", "star", "{best} for the first time", GOLD),
    ("converged_episode", "trophy", "Learned", GOLD),
)
"""The marks on the line: place, icon, word and colour."""
KEYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEUP: -8, pygame.K_PAGEDOWN: 8}
"""Moments that a key moves by, with the keyboard's focus."""
KNOB = 7
"""Radius of the knob [units]."""


class Timeline(Widget):
    """Moments of the past from left to right, episodes on a logarithmic scale; the right end is now.

    Attributes:
        top: where the bar begins that it is in [px]; its tooltip hides no words of it.
    """

    focusable = reactive = tracks_mouse = True

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching
        self.top = 0

    @property
    def track(self) -> pygame.Rect:
        """The line itself."""
        ui, knob = self.ui, self.ui.px(KNOB + 1)
        width = max(self.rect.width - 2 * knob, 1)
        return pygame.Rect(self.rect.x + knob, self.rect.centery - ui.px(3), width, ui.px(6))

    def place(self, episode: int) -> int:
        """The x position of an episode [px]."""
        last = max(self._last(), 1)
        return self.track.x + round(self.track.width * min(log1p(episode) / log1p(last), 1.0))

    def moment_at(self, x: int) -> "PolicySnapshot | None":
        """The moment nearest to a place [px]; None for now, at the right end."""
        archive = self.watching.past.moments
        places = [(abs(self.place(moment.episode) - x), index) for index, moment in enumerate(archive)]
        if not places or x >= self.track.right - self.ui.px(3):
            return None
        return archive[min(places)[1]]

    def move(self, steps: int) -> None:
        """Goes this many moments forward or back; beyond the last one lies now."""
        archive, moment = self.watching.past.moments, self.watching.moment
        if archive:
            episodes = [kept.episode for kept in archive]
            now = len(archive)
            index = (
                now
                if moment is None
                else episodes.index(min(episodes, key=lambda e: abs(e - moment.episode)))
            )
            index = min(max(index + steps, 0), now)
            self.watching.go_to(None if index == now else archive[index])
            self.ui.dirty = True

    def press(self, pos: Point) -> None:
        """Goes to the moment there."""
        self.watching.go_to(self.moment_at(pos[0]))

    def drag(self, pos: Point) -> None:
        """Goes to the moment there."""
        self.watching.go_to(self.moment_at(pos[0]))

    def key(self, event: pygame.Event) -> bool:
        """Left, right, Page up and Page down move; Home is before learning, End is now."""
        if event.key in KEYS:
            self.move(KEYS[event.key])
        elif event.key in (pygame.K_HOME, pygame.K_END):
            self.move(-(1 << 20) if event.key == pygame.K_HOME else 1 << 20)
        else:
            return False
        return True

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The moment a click would go to; it is above the bar, where it hides no words."""
        marks = self.watching.past.marks
        for name, _icon, said, _color in MARKS:
            episode = getattr(marks, name)
            if episode is not None and abs(self.place(episode) - pos[0]) <= self.ui.px(6):
                word = said.format(best=best_name(self.watching).capitalize())
                return f"{word}: after {counted(episode, 'practice run')}", self._from(self.place(episode))
        if self.watching.past.missing:
            return self.watching.past.missing, self._from(self.rect.x)
        moment = self.moment_at(pos[0]) if self.hovered else None
        if moment is not None:
            told = f"Replay what it knew after {counted(moment.episode, 'practice run')}"
            return told, self._from(self.place(moment.episode))
        return (
            "Drag to replay what it knew at any moment of learning (← and → with the focus)",
            self._from(self.rect.x),
        )

    def _from(self, x: int) -> pygame.Rect:
        """All that lies from the bar down to the window's foot, from x [px] on: no tooltip goes there."""
        return pygame.Rect(x, self.top, 1, self.ui.size[1] - self.top)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the line, its marks, and the knob at what is played."""
        ui, moment, track = self.ui, self.watching.moment, self.track
        draw.rounded(surface, track, track.height / 2, TRACK)
        at = self.place(moment.episode) if moment else track.right
        done = pygame.Rect(track.x, track.y, max(at - track.x, 1), track.height)
        draw.rounded(surface, done, track.height / 2, ACCENT if moment is None else MUTED)
        for name, icon, _word, color in MARKS:
            episode = getattr(self.watching.past.marks, name)
            if episode is not None:
                x = self.place(episode)
                draw.disc(surface, (x, track.centery), ui.px(9), CARD, ring=LINE)
                ui.icon(surface, icon, (x, track.centery), 12, color)
        draw.disc(surface, (at, track.centery), ui.px(KNOB), WHITE)
        self.draw_ring(surface)

    def _last(self) -> int:
        snapshot, archive = self.watching.snapshot, self.watching.past.moments
        newest = snapshot.episodes if snapshot else 0
        return max(newest, archive[-1].episode if archive else 0)
