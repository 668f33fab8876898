"""LearningScreen: a screen on which learning is watched, with the keys of its display and of training."""

from game.presenters.comparing import Comparing
from game.presenters.playback import Playback
from game.presenters.watching import Watching
from game.screens.screen import Screen


class LearningScreen(Screen):
    """What the keys of the watch page and of the race have in common."""

    @property
    def presenter(self) -> Watching | Comparing:
        """What learns and is shown."""
        raise NotImplementedError

    @property
    def display(self) -> Playback | Comparing:
        """What plays the moves on show."""
        raise NotImplementedError

    def toggle_pause(self) -> None:
        """Pauses the display, or lets it go on."""
        self.display.toggle_pause()

    def step(self) -> None:
        """Shows exactly one move."""
        self.display.step()

    def step_back(self) -> None:
        """Pauses, and shows the move before."""
        self.display.back()

    def change_speed(self, step: int) -> None:
        """Chooses the display's next higher (1) or lower (−1) speed."""
        self.display.change_speed(step)

    def toggle_exploring(self) -> None:
        """Shows ε-greedy rollouts, or greedy ones."""
        self.presenter.set_exploring(not self.presenter.exploring)

    def toggle_training(self) -> None:
        """Pauses training, or resumes it."""
        self.presenter.toggle_training()

    def toggle_unlimited(self) -> None:
        """Trains as fast as possible, or at the pace that is set."""
        self.presenter.set_pace(self.presenter.rate_index, unlimited=not self.presenter.unlimited)

    def change_rate(self, step: int) -> None:
        """Trains at the next higher (1) or lower (−1) pace."""
        self.presenter.set_pace(self.presenter.rate_index + step, unlimited=False)

    def train_transition(self) -> None:
        """Trains one transition, then pauses training."""
        self.presenter.train_on(transitions=1)
