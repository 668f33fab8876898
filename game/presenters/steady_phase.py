"""SteadyPhase: the phase that maps of the whole board show, renewed too slowly to flicker. No pygame.

Where the agent can't wait, it can be in a cell at every other tick only, and a map of values changes like a
chess-board whose colours swap. WCAG 2.3.1 allows three such flashes a second.
"""

STAYS = 0.2
"""How long a map stays at least [s]: at most five changes a second, which make two and a half flashes."""


class SteadyPhase:
    """Follows the phase that the board shows.

    Attributes:
        phase: the one that the maps show, None before the first.
    """

    def __init__(self) -> None:
        self.phase: int | None = None
        self._age = 0.0

    def follow(self, dt: float, phase: int, period: int, speed: float) -> int:
        """Lets `dt` [s] pass while the board shows a phase, and gives that of the maps.

        At a speed of 0 [moves/s] the board stands still. While it is faster than the maps may be, they follow
        by an even number of ticks: then nothing alternates.
        """
        self._age += dt
        if self.phase is None:
            self.phase = phase
        behind = (phase - self.phase) % period
        if speed * STAYS > 1:
            behind -= behind % 2
        if behind and self._age >= STAYS:
            self.phase, self._age = (self.phase + behind) % period, 0.0
        return self.phase
