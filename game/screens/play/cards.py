"""The play screen's panel: the player's run in large figures, what happened in words, and the choices."""

from collections.abc import Callable

import pygame

from game.presenters.playing import BEATS, Playing
from game.screens.panel import ACTION_ICONS, verdict_of
from game.ui import Button, ScrollText, Segment, Segments, Slider, Toggle, Ui, Widget, draw_card
from game.ui.card import HEAD
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import tip, with_keys
from game.ui.message import Message
from game.ui.theme import ACCENT, DOOMED, MUTED, PAD, SAFE, TEXT, UNSAFE
from game.userdata.best_results import Best

FIGURES_AT = (0.0, 0.24, 0.54, 0.78, 1.04)
"""Where the figures begin, as shares of the card's width, and where the last one ends."""

AGAIN = with_keys("play", "{AGAIN} starts again.")
MOVES = with_keys("play", "Arrow keys or {GO_UP[1]} {GO_LEFT[1]} {GO_DOWN[1]} {GO_RIGHT[1]} move")
WAITS = with_keys("play", ", {GO_WAIT} waits")
SHIELD_OFF = with_keys(
    "play", "The shield is off: every move is made, and you can crash. {SHIELD} turns it on."
)


class RunCard(Widget):
    """Steps, the optimum, the best so far, and crashes."""

    def __init__(self, ui: Ui, playing: Playing, best: Best) -> None:
        super().__init__(ui)
        self.playing = playing
        self.best = best

    def draw(self, surface: pygame.Surface) -> None:
        """Draws four figures with their names."""
        ui, playing = self.ui, self.playing
        level = playing.opened.level
        box = draw_card(ui, surface, self.rect, "Your run", icon="footprints", note=shield_note(playing))
        best = self.best.steps(level, shield=playing.shielded)
        shortest, crashes = playing.opened.certificate.shortest, playing.crashes
        figures = (
            (f"{playing.steps}", "step" if playing.steps == 1 else "steps", TEXT),
            ("–" if shortest is None else f"{shortest}", "shortest safe", SAFE),
            ("–" if best is None else f"{best}", "your best", ACCENT),
            (f"{crashes}", "crash" if crashes == 1 else "crashes", UNSAFE if crashes else MUTED),
        )
        y = box.y + ui.px(8)
        for place, (figure, label, color) in enumerate(figures):
            x = box.x + round(FIGURES_AT[place] * box.width)
            room = box.x + round(FIGURES_AT[place + 1] * box.width) - ui.px(6) - x
            ui.text(surface, figure, (x, y), 24, color, weight="Bold", anchor="midleft")
            label = draw.fit(label, ui.px(12), room)
            ui.text(surface, label, (x, y + ui.px(24)), 12, MUTED, anchor="midleft")


class MessageCard(Widget):
    """What just happened, in a sentence or two.

    Attributes:
        new_best: whether it was the best run so far.
        racing: whether the learned agent is shown next to the player.
    """

    def __init__(self, ui: Ui, playing: Playing) -> None:
        super().__init__(ui)
        self.playing = playing
        self.new_best = False
        self.racing = True
        self.text = _Told(ui, ())
        self.children = [self.text]
        self._shown = ""

    def message(self) -> Message | None:
        """What matters most of it, where there is no room for cards; None while nothing happened."""
        playing = self.playing
        eventful = playing.outcome or playing.refusal or playing.paused or playing.unasked
        if playing.started and not eventful:
            return None
        heading, icon, color, text = describe(playing, new_best=self.new_best, racing=self.racing)
        first_two = ". ".join(text.rstrip(".").split(". ")[:2])
        return Message(f"{heading.rstrip('!')}. {first_two}.", icon, color)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws a heading with its icon; the sentences draw themselves."""
        heading, icon, color, _ = describe(self.playing, new_best=self.new_best, racing=self.racing)
        draw_card(self.ui, surface, self.rect, heading, icon=icon, color=color)

    def follow(self) -> None:
        """Takes the newest sentences."""
        text = describe(self.playing, new_best=self.new_best, racing=self.racing)[3]
        if text != self._shown:
            self._shown = text
            self.text = _Told(self.ui, (text,))
            self.children = [self.text]
            self.arrange()

    def arrange(self) -> None:
        """The sentences below the head line; where they have no room they are scrolled."""
        ui, pad = self.ui, self.ui.px(PAD)
        top = self.rect.y + ui.px(HEAD - 2)
        self.text.rect = pygame.Rect(
            self.rect.x + pad, top, self.rect.width - 2 * pad + ui.px(12), self.rect.bottom - ui.px(12) - top
        )
        self.text.focusable = self.text.reach > 0


class _Told(ScrollText):
    """The sentences, their lines close."""

    LINE_HEIGHT = 18


class ChoicesCard(Widget):
    """Turn-based or real time, the beat, the shield, the ghost, and starting again."""

    def __init__(self, ui: Ui, playing: Playing, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.playing = playing
        modes = (
            Segment("turns", "Move by move", "footprints", tip("play", Control.REAL_TIME)),
            Segment("time", "Real time", "zap", tip("play", Control.REAL_TIME)),
        )
        self.mode = Segments(ui, modes, lambda chosen: self._choose(chosen, do), one_of=True)
        self.beat = Slider(
            ui,
            "Beat",
            lambda slider: setattr(playing, "beat_index", slider.stop),
            stops=len(BEATS),
            reading=lambda slider: f"{BEATS[slider.stop]:g} s",
            widest="0.35 s",
            tip=with_keys("play", "Seconds per step in real time ({SLOWER} and {FASTER})"),
        )
        self.shield = Toggle(ui, "Shield", lambda _: do(Control.SHIELD), tip=tip("play", Control.SHIELD))
        self.ghost = Toggle(ui, "Race the agent", lambda _: do(Control.GHOST), tip=tip("play", Control.GHOST))
        self.again = Button(
            ui,
            "rotate-ccw",
            "Start again",
            on_click=lambda: do(Control.RESTART),
            tip=tip("play", Control.RESTART),
        )
        self.children = [self.mode, self.beat, self.shield, self.ghost, self.again]

    def _choose(self, chosen: frozenset[str], do: Callable[[Control], None]) -> None:
        if self.playing.real_time != ("time" in chosen):
            do(Control.REAL_TIME)

    def follow(self, *, ghost: bool) -> None:
        """Updates the controls."""
        playing = self.playing
        self.mode.chosen = frozenset({"time" if playing.real_time else "turns"})
        self.beat.stop = playing.beat_index
        self.shield.on, self.ghost.on = playing.shield, ghost
        self.ghost.visible = bool(playing.ghost)
        self.beat.visible = playing.real_time

    def arrange(self) -> None:
        """One below the other."""
        ui, box = self.ui, self.rect.inflate(-2 * self.ui.px(16), -2 * self.ui.px(16))
        third, rest = round(0.36 * box.width), round(0.58 * box.width)
        self.mode.rect = pygame.Rect(box.x, box.y, box.width, ui.px(38))
        self.beat.rect = pygame.Rect(box.x, box.y + ui.px(52), box.width, ui.px(30))
        self.shield.rect = pygame.Rect(box.x, box.y + ui.px(98), third, ui.px(30))
        self.ghost.rect = pygame.Rect(box.right - rest, box.y + ui.px(98), rest, ui.px(30))
        self.again.rect = pygame.Rect(box.x, box.y + ui.px(146), box.width, ui.px(38))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the ground, and in place of a beat what moves the traffic; the controls draw themselves."""
        draw_card(self.ui, surface, self.rect)
        if not self.beat.visible:
            words = "Traffic moves only when you do."
            self.ui.text(surface, words, self.beat.rect.midleft, 12, MUTED, anchor="midleft")


def shield_note(playing: Playing) -> str:
    """How the run goes, and thereby among which results it counts."""
    if playing.shielded:
        return "shield on"
    return "shield not always on" if playing.shield else "no shield"


def race_of(playing: Playing) -> str:
    """How the race against the learned agent ended, " " before it; "" while it lasts, or without one."""
    if not playing.ghost or playing.outcome is None:
        return ""
    lead = playing.lead
    if lead is None:
        return f" The learned agent gets across in {len(playing.ghost) - 1} steps."
    if lead == 0:
        return " A tie with the learned agent."
    steps = f"{abs(lead)} step{'' if abs(lead) == 1 else 's'}"
    if lead > 0:
        return f" You were {steps} faster than the learned agent."
    return f" You were {steps} behind the learned agent."


def unasked_of(playing: Playing) -> str:
    """Whose move the last one was, if no key asked for it; "" else."""
    if playing.unasked is None:
        return ""
    move = playing.opened.mdp.actions[playing.actions[-1]].name.lower()
    if playing.unasked == "last":
        return f"This level has no waiting: your last move, {move}, was made again."
    unsafe = "Waiting" if playing.waits else "This level has no waiting, and your last move"
    whose = "the learned agent's" if playing.unasked == "policy" else "a safe"
    return f"{unsafe} is unsafe here: the shield made {whose} move, {move}."


def describe(playing: Playing, *, new_best: bool, racing: bool) -> tuple[str, str, str, str]:
    """Heading, icon, colour and sentences about how things stand; `racing` with how the race ended."""
    shortest = playing.opened.certificate.shortest
    race = race_of(playing) if racing else ""
    unasked = unasked_of(playing)
    made = f"{unasked} " if unasked else ""
    if playing.outcome == "goal":
        more = "" if shortest is None else f" The shortest safe path takes {shortest}."
        record = " A new best on this level." if new_best else ""
        return (
            "Across!",
            "trophy",
            ACCENT,
            f"{made}You made it in {playing.steps} steps.{race}{more}{record} {AGAIN}",
        )
    if playing.outcome == "crash":
        text = playing.crashed_at.text if playing.crashed_at is not None else "a crash"
        return (
            "Crash",
            "triangle-alert",
            UNSAFE,
            f"{made}{text[:1].upper()}{text[1:]}. With the shield on, this move is refused.{race} {AGAIN}",
        )
    if playing.outcome == "dead_end":
        why = (
            "The shield looks only one step ahead here."
            if playing.opened.level.safety == "one_step"
            else "The shield was off earlier in this run."
        )
        return "Trapped", "hourglass", DOOMED, f"{made}No move is safe here. {why}{race} {AGAIN}"
    if playing.paused:
        return "Paused", "pause", ACCENT, "Move or click to continue."
    if playing.refusal is not None:
        name, reason = playing.refusal.action.name.capitalize(), playing.refusal.reason
        _, icon, color = verdict_of(reason.kind)
        text = f"{reason.text[:1].upper()}{reason.text[1:]}."
        return f"{name} is refused", icon, color, f"{text} {unasked}".rstrip()
    if not playing.started:
        keys = MOVES + (WAITS if playing.waits else "")
        way = "the traffic moves when you do."
        if playing.real_time:
            way = "the clock starts with your first move."
            if not playing.waits:
                way += " This level has no waiting: without a key your last move is made again."
        return "Your turn", "gamepad-2", ACCENT, f"{keys}; {way}"
    last = ACTION_ICONS[playing.opened.mdp.actions[playing.actions[-1]]]
    if unasked:
        return "No key pressed", last, TEXT, unasked
    return "Under way", last, TEXT, shield_told(playing)


def shield_told(playing: Playing) -> str:
    """What the shield does now."""
    if not playing.shield:
        return SHIELD_OFF
    if playing.opened.level.safety == "one_step":
        return (
            "With the shield on, you cannot crash, but it looks only one step ahead on this level: "
            "you can run into a trap."
        )
    return "With the shield on, you cannot crash: it refuses moves that crash now or lead into a trap."
