"""The timeline under the board: scrubs through learning's past, and plays the policy of that moment."""

from math import log1p
from typing import TYPE_CHECKING

import pygame

from game.presenters.watching import Watching
from game.ui import Ui, Widget
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.theme import ACCENT, CARD, DIM, LINE, MUTED, SAFE, TEXT, TRACK, WHITE

if TYPE_CHECKING:
    from learner.threads.policy_history import PolicySnapshot

MARKS = (
    ("first_goal_episode", "flag", "first goal", MUTED),
    ("converged_episode", "check", "converged", SAFE),
    ("optimal_episode", "trophy", "optimal", ACCENT),
)
"""The marks on the line: place, icon, word and colour."""
KEYS = {pygame.K_LEFT: -1, pygame.K_RIGHT: 1, pygame.K_PAGEUP: -8, pygame.K_PAGEDOWN: 8}
"""Moments that a key moves by, with the keyboard's focus."""
LABEL, KNOB = 168, 7
"""Width of the words at the right end, and radius of the knob [units]."""


class Timeline(Widget):
    """Moments of the past from left to right, episodes on a logarithmic scale; the right end is now."""

    focusable = reactive = tracks_mouse = True

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching

    @property
    def track(self) -> pygame.Rect:
        """The line itself."""
        ui = self.ui
        width = max(self.rect.width - ui.px(LABEL + 46), 1)
        return pygame.Rect(self.rect.x + ui.px(34), self.rect.centery - ui.px(2), width, ui.px(4))

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
        """The moment a click would go to; it is above the line, where it hides no words."""
        marks = self.watching.past.marks
        for name, _icon, word, _color in MARKS:
            episode = getattr(marks, name)
            if episode is not None and abs(self.place(episode) - pos[0]) <= self.ui.px(6):
                return f"{word}: episode {episode:,}", self._from(self.place(episode))
        if self.watching.past.missing:
            return self.watching.past.missing, self._from(self.rect.x)
        moment = self.moment_at(pos[0]) if self.hovered else None
        if moment is not None:
            sentence = f"Play the policy of episode {moment.episode:,}"
            return sentence, self._from(self.place(moment.episode))
        return (
            "Time machine: drag to play the policy of any moment of learning (← and → with the focus)",
            self._from(self.rect.x),
        )

    def _from(self, x: int) -> pygame.Rect:
        """All that lies from the line down to the window's foot, from x [px] on: no tooltip goes there."""
        return pygame.Rect(x, self.rect.y, 1, self.ui.size[1] - self.rect.y)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the line, its marks, the knob, and in words what is played."""
        ui, watching, track = self.ui, self.watching, self.track
        moment = watching.moment
        ui.icon(surface, "history", (self.rect.x + ui.px(16), track.centery), 16, TEXT if moment else MUTED)
        draw.rounded(surface, track, track.height / 2, TRACK)
        at = self.place(moment.episode) if moment else track.right
        done = pygame.Rect(track.x, track.y, max(at - track.x, 1), track.height)
        draw.rounded(surface, done, track.height / 2, ACCENT if moment is None else MUTED)
        for name, icon, _word, color in MARKS:
            episode = getattr(watching.past.marks, name)
            if episode is not None:
                x = self.place(episode)
                draw.disc(surface, (x, track.centery), ui.px(8), CARD, ring=LINE)
                ui.icon(surface, icon, (x, track.centery), 11, color)
        draw.disc(surface, (at, track.centery), ui.px(KNOB), WHITE)
        x = track.right + ui.px(16)
        words = f"episode {moment.episode:,}" if moment else "now"
        ui.text(
            surface,
            words,
            (x, track.centery),
            12,
            TEXT,
            weight="Medium",
            anchor="midleft",
        )
        if moment is None and watching.past.moments:
            end = ui.text_width(words, 12, "Medium") + x
            ui.text(
                surface,
                f"episode {self._last():,}",
                (end + ui.px(8), track.centery),
                12,
                DIM,
                anchor="midleft",
            )
        self.draw_ring(surface, self.rect.inflate(-2 * ui.px(4), -2 * ui.px(4)))

    def _last(self) -> int:
        snapshot, archive = self.watching.snapshot, self.watching.past.moments
        newest = snapshot.episodes if snapshot else 0
        return max(newest, archive[-1].episode if archive else 0)
