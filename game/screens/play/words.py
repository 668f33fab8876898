"""What the play page says: how a run stands, how it ended, and what would have been safe."""

from typing import TYPE_CHECKING, NamedTuple

from game.presenters.captions import best_on
from game.presenters.crashing import Hit
from game.presenters.playing import Playing
from game.presenters.stars import MOST, stars
from game.screens.panel import ACTION_ICONS, plain_verdict
from game.ui.drawing.looks import sprite_for, sprites_of
from game.ui.key_texts import with_keys
from game.ui.message import Message
from game.ui.theme import ACCENT, DOOMED, SAFE, TEXT, UNSAFE
from levels.model.board import Action, with_article
from levels.model.delays import timetable_ticks
from levels.model.level import Level

if TYPE_CHECKING:  # brings the tables' modules along
    from levels.proof.reasons import Reason

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
FALLS = {"drowned": "you would fall in", "carried_off": "you would be carried off the board"}
HITS = {"occupied", "swap"}
"""Kinds of reasons: what water would do, and what a vehicle would."""
SHIELD = "The shield"
AGAIN = with_keys("play", "{AGAIN} starts again.")
MOVES = with_keys("play", "Arrow keys or {GO_UP[1]} {GO_LEFT[1]} {GO_DOWN[1]} {GO_RIGHT[1]} move")
WAITS = with_keys("play", ", {GO_WAIT} waits")


class Verdict(NamedTuple):
    """What a verdict says: a title, a sentence or two, and the look of what is to blame, "" for none."""

    title: str
    text: str
    sprite: str = ""


def counted(number: int) -> str:
    """A small number as a word."""
    return NUMBERS[number] if number < len(NUMBERS) else str(number)


def steps_of(number: int) -> str:
    """So many steps."""
    return f"{number} step{'' if number == 1 else 's'}"


# -- verdicts ---------------------------------------------------------------------------------------------


def won(playing: Playing, before: int | None) -> Verdict:
    """An arrival, when the best result `before` was this."""
    steps = playing.steps
    if stars(steps, playing.opened.certificate.shortest) == MOST:
        title = f"The {best_on(playing.opened.level)}!"
    else:
        title = "You made it across!"
    if before is None:
        return Verdict(title, f"First time across, in {steps_of(steps)}")
    if steps < before:
        return Verdict(title, f"New best: {steps_of(steps)}, {counted(before - steps)} fewer than before")
    if steps == before:
        return Verdict(title, "As good as your best")
    return Verdict(title, f"Your best is {steps_of(before)}")


def crashed(playing: Playing) -> Verdict:
    """A crash: what hit the agent, how, and which steps were safe."""
    hit, level = playing.hit, playing.opened.level
    assert hit is not None
    name, sprite = culprit(level, hit)
    move = playing.opened.mdp.actions[playing.actions[-1]]
    text = " ".join(filter(None, (unasked_of(playing), how(level, hit, move, playing), safe_of(hit))))
    if hit.mover is not None:
        return Verdict(f"{name[:1].upper()}{name[1:]} hit you", text, sprite)
    if hit.reason.kind == "outside":
        return Verdict("You ran off the board", text)
    if hit.reason.kind == "carried_off":
        return Verdict(f"The {name} carried you off the board", text, sprite)
    if hit.reason.kind == "drowned":
        return Verdict("You fell into the water", text, sprite)
    title = "You fell into the water" if name == "water" else f"You ran into {with_article(name)}"
    return Verdict(title, text, sprite)


def culprit(level: Level, hit: Hit) -> tuple[str, str]:
    """What hit the agent, “the red car” or “tree”, and its sprite, "" if it has none.

    Of water it is what carries the agent there, or would have.
    """
    if hit.mover is not None:
        look = level.movers[hit.mover].look
        sprite = sprite_for(look, 0 if look == "train" else hit.mover) or ""  # its head, else its colour
        color = sprite.removeprefix(f"{look}_") if look != "train" and len(sprites_of(look)) > 1 else ""
        return " ".join(filter(None, ("the", color, look.replace("_", " ")))), sprite
    if hit.reason.kind in FALLS and hit.reason.obstacle is not None:
        look = level.obstacles[hit.reason.obstacle].look
        return look.replace("_", " "), sprite_for(look, 0) or ""
    row, col = hit.reason.cell
    look = (level.board.looks[row][col] or "water") if level.board.inside(hit.reason.cell) else "edge"
    return look.replace("_", " "), sprite_for(look, 0) or ""


def how(level: Level, hit: Hit, move: Action, playing: Playing) -> str:
    """How the two met."""
    step = "You waited" if move is Action.WAIT else f"You stepped {move.name.lower()}"
    if hit.reason.kind == "drowned" and hit.reason.obstacle is not None:
        return f"{step} where no {culprit(level, hit)[0]} was."
    if hit.mover is None:
        return ""
    if hit.reason.kind == "swap":
        return f"{step}, and it came head-on."
    tick = playing.opened.mdp.phase(playing.states[0]) + playing.steps - 1
    mover, ticks = level.movers[hit.mover], range(tick, tick + 1)
    if playing.delays is not None:
        late, later = playing.delays.at(playing.steps - 1), playing.delays.at(playing.steps)
        ticks = timetable_ticks(tick, late[mover.obstacle], later[mover.obstacle])
    stands = not any(mover.substeps(moment) for moment in ticks)
    if move is Action.WAIT:
        return f"{step} where it came through."
    return f"{step} into it while it stood there." if stands else f"{step} just as it came."


def safe_of(hit: Hit) -> str:
    """Which steps were safe instead; the board has them in blue."""
    names = ["waiting" if action is Action.WAIT else action.name.lower() for action, _ in hit.safe]
    if not names:
        return "No step was safe any more: you were in a trap."
    if len(names) == 1:
        return f"Only {names[0]} (blue) was safe."
    listed = f"{', '.join(names[:-1])} and {names[-1]}"
    return f"{listed.capitalize()} (blue) were safe."


def trapped(playing: Playing) -> Verdict:
    """A trap: what closes it, and when it could still have been avoided."""
    from levels.proof.reasons import dead_end_obstacles, vehicles  # noqa: PLC0415  brings numba along

    trap, opened = playing.trap, playing.opened
    assert trap is not None
    last = trap.states[-1]
    found = dead_end_obstacles(opened.level, opened.mdp, opened.safe, last)
    level = opened.level
    closers = {number for number in found if number is not None and not level.obstacles[number].carries}
    if level.board.afloat(opened.mdp.cell(last)):
        text = "You are drifting, and can't reach a bank before you fall in or leave the board."
    else:
        who = vehicles(level, closers) if closers else "the walls"
        blocks = "block" if len(closers) != 1 else "blocks"
        text = f"{who[:1].upper()}{who[1:]} {blocks} every step from here."
    if trap.ago <= 1:
        text += " Your last step led in."
    else:
        text += f" {counted(trap.ago).capitalize()} steps ago you could still get out."
    return Verdict("You walked into a trap", " ".join(filter(None, (unasked_of(playing), text))))


def shield_on_it(playing: Playing, subject: str = "It") -> str:
    """What the shield, the `subject`, would have done about the end of a run; "" after an arrival."""
    if playing.outcome == "crash" and playing.hit is not None:
        return f"{subject} would have refused that step: {why_of(playing.hit.reason, playing.opened.level)}."
    if playing.outcome == "dead_end":
        if playing.opened.level.safety == "one_step":
            return f"{subject} looks only one step ahead on this level, so it does not see traps."
        return f"{subject} would have refused the step into the trap."
    return ""


def why_of(reason: "Reason", level: Level) -> str:
    """Why a step is refused, as a clause addressed to the person."""
    if reason.kind in FALLS:
        return FALLS[reason.kind]
    why, _, _ = plain_verdict(reason, level)
    late = level.obstacles[reason.obstacle].late if reason.obstacle is not None else 0
    return f"{why}, up to {steps_of(late)} late" if late and reason.kind in HITS else why


# -- while a run goes on ----------------------------------------------------------------------------------


def race_of(playing: Playing) -> str:
    """How the race against the learned hen stands or ended."""
    if not playing.ghost:
        return "Nobody to race yet: let the hen learn this level first."
    steps, lead = len(playing.ghost) - 1, playing.lead
    if lead is None:
        return f"It crosses beside you, see-through. It needs {steps_of(steps)}."
    if lead == 0:
        return f"It needs {steps_of(steps)}: a tie."
    which = "ahead" if lead > 0 else "behind"
    return f"It needs {steps_of(steps)}: you were {counted(abs(lead))} {which}."


def unasked_of(playing: Playing) -> str:
    """Whose move the last one was, if no key asked for it; "" else."""
    if playing.unasked is None:
        return ""
    move = playing.opened.mdp.actions[playing.actions[-1]].name.lower()
    if playing.unasked == "last":
        return f"No key, and no waiting here: your last move, {move}, was made again."
    unsafe = "Waiting" if playing.waits else "No key, and your last move"
    whose = "the learned hen's" if playing.unasked == "policy" else "a safe"
    return f"{unsafe} is unsafe here: the shield made {whose} move, {move}."


def refused(playing: Playing) -> tuple[str, str, str, str]:
    """Title, icon, colour and reason of the move that was refused last."""
    refusal = playing.refusal
    assert refusal is not None
    _, icon, color = plain_verdict(refusal.reason, playing.opened.level)
    why = why_of(refusal.reason, playing.opened.level)
    if refusal.reason.kind == "doomed":
        why = "a trap, safe now, but a crash can no longer be avoided"
    return f"{refusal.action.name.capitalize()} is refused", icon, color, f"{why[:1].upper()}{why[1:]}."


def note(playing: Playing) -> Message | None:
    """What the board says above itself while a run goes on; None while there is nothing to say."""
    if playing.outcome is not None:
        return None
    if playing.paused:
        return Message("Paused. Move or click to continue.", "pause", ACCENT)
    if not playing.started and playing.refusal is None:
        keys = MOVES + (WAITS if playing.waits else "")
        if not playing.real_time:
            return Message(f"Your turn. {keys}. The traffic moves when you do.", "gamepad-2", ACCENT)
        idle = "without a key you wait" if playing.waits else "without a key your last move is made again"
        return Message(f"{keys}. Your first move starts the clock; {idle}.", "clock", ACCENT)
    text = unasked_of(playing)
    if playing.refusal is not None:
        title, icon, color, why = refused(playing)
        return Message(" ".join(filter(None, (f"{title}. {why}", text))), icon, color)
    if text:
        return Message(text, ACTION_ICONS[playing.opened.mdp.actions[playing.actions[-1]]], TEXT)
    return None


def brief(playing: Playing, before: int | None) -> Message | None:
    """What matters most, for a window without cards; None while nothing happened."""
    if playing.outcome == "goal":
        said = won(playing, before)
        return Message(f"{said.title} {said.text}. {AGAIN}", "trophy", ACCENT)
    if playing.outcome == "crash":
        said = crashed(playing)
        return Message(f"{said.title}. {shield_on_it(playing, SHIELD)} {AGAIN}", "triangle-alert", UNSAFE)
    if playing.outcome == "dead_end":
        said = trapped(playing)
        return Message(f"{said.title}. {said.text} {AGAIN}", "hourglass", DOOMED)
    return note(playing)


def shield_note(playing: Playing) -> str:
    """Among which results the run counts."""
    if playing.shielded:
        return "shield on"
    return "shield not always on" if playing.shield else "no shield"


def shield_told(playing: Playing) -> tuple[str, str]:
    """What the shield's card says now, and its colour: what it would have done, did last, or does."""
    if playing.ended and playing.outcome != "goal":
        return shield_on_it(playing), DOOMED if playing.outcome == "dead_end" else UNSAFE
    if playing.refusal is not None:
        title, _, color, text = refused(playing)
        return f"{title}. {text}", color
    if not playing.shield:
        return "Every move is made, and you can crash. Results with and without it are kept apart.", ""
    if playing.opened.level.safety == "one_step":
        return (
            "You cannot crash, but on this level it looks only one step ahead: traps are not refused.",
            SAFE,
        )
    return (
        "Refuses any step into a crash or a trap. Results with and without it are kept apart.",
        SAFE,
    )
