"""Gamepads: what was pressed or pushed on one, by the name that stands for it in the table of controls."""

import pygame

STICK = 0.6
"""How far a stick has to go to count, of 1."""
BUTTONS = {0: "a", 1: "b", 2: "x", 3: "y"}
"""Names of buttons as Xbox and Switch have them; on a PlayStation's: cross, circle, square, triangle."""
D_PAD_BUTTONS = {6: "start", 11: "up", 12: "down", 13: "left", 14: "right"}
"""A D-pad that reports as buttons, as a Switch Pro's and a PlayStation's do, with Start among them."""
HAT_BUTTONS = {7: "start"}
"""Start on a gamepad whose D-pad does not, as an Xbox's."""
D_PAD_AXES = 6
"""Two sticks and two triggers: pads with fewer axes, as single Joy-Cons, have something else there."""
WAYS = {(1, 0): "right", (0, -1): "up", (-1, 0): "left", (0, 1): "down"}
"""Names of the D-pad's and the stick's ways, by (right, down)."""


class Pads:
    """Tells what gamepads' events mean; it remembers where the left stick is."""

    def __init__(self) -> None:
        self._stick = [0, 0]

    def pressed(self, event: pygame.Event) -> str:
        """The name of what this event presses or pushes; "" for none, and for events of anything else."""
        if event.type == pygame.JOYBUTTONDOWN:
            kind = D_PAD_BUTTONS if _has_d_pad_buttons(event.instance_id) else HAT_BUTTONS
            return BUTTONS.get(event.button) or kind.get(event.button, "")
        if event.type == pygame.JOYHATMOTION:
            return WAYS.get((event.value[0], -event.value[1]), "")
        if event.type == pygame.JOYAXISMOTION and event.axis in (0, 1):
            return self._leaned(event.axis, event.value)
        return ""

    def _leaned(self, axis: int, value: float) -> str:
        """A stick counts once as it passes STICK; it has to come back before it counts again."""
        side = (value >= STICK) - (value <= -STICK)
        before, self._stick[axis] = self._stick[axis], side
        if side == before:
            return ""
        return WAYS.get((side, 0) if axis == 0 else (0, side), "")


def plugged_in() -> list[pygame.joystick.JoystickType]:
    """The gamepads that there are now."""
    known = pygame.joystick.get_count() if pygame.joystick.get_init() else 0
    return [pygame.joystick.Joystick(index) for index in range(known)]


def _has_d_pad_buttons(instance_id: int) -> bool:
    """Whether the D-pad of this pad reports as buttons: it has no hat. One that is unknown may have any."""
    for pad in plugged_in():
        if pad.get_instance_id() == instance_id:
            return pad.get_numhats() == 0 and pad.get_numaxes() >= D_PAD_AXES
    return True
