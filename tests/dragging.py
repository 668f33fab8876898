"""A file dragged onto a window by another program: the source's half of XDND, the drag and drop of X."""

import select
import time

from Xlib import X, Xatom, display
from Xlib.protocol import event

VERSION = 5
URIS = "text/uri-list"
PATIENCE = 10.0
"""How long the window may take for an answer [s]."""


class Source:
    """Another program on the desktop, whose hand holds files. Use it in a `with` statement.

    Attributes:
        asked: names of the types that the target has asked for.
    """

    def __init__(self, name, uris):
        self.display = display.Display(name)
        self.root = self.display.screen().root
        self.window = self.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
        self.data = "".join(f"{uri}\r\n" for uri in uris).encode("ascii")
        self.asked = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.display.close()

    def atom(self, name):
        """The server's number for a name."""
        return self.display.intern_atom(name)

    def drag_to(self, x, y):
        """Drags what it holds to a point of the screen and drops it; whether the target took it."""
        self.window.set_selection_owner(self.atom("XdndSelection"), X.CurrentTime)
        target = self._target(x, y)
        self._send(target, "XdndEnter", VERSION << 24, self.atom(URIS), 0, 0)
        copy = self.atom("XdndActionCopy")
        for step in (2, 1, 0):  # the hand comes from the left
            self._send(target, "XdndPosition", 0, (x - step) << 16 | y, X.CurrentTime, copy)
            _, accepted, *_ = self._answer("XdndStatus")
            if not accepted & 1:
                self._send(target, "XdndLeave", 0, 0, 0, 0)
                return False
        self._send(target, "XdndDrop", 0, X.CurrentTime, 0, 0)
        _, taken, *_ = self._answer("XdndFinished")
        return bool(taken & 1)

    def _target(self, x, y):
        """The window under a point that says it takes drops."""
        window = self.root
        while window != X.NONE:
            aware = window.get_full_property(self.atom("XdndAware"), Xatom.ATOM)
            if aware is not None:
                assert aware.value[0] >= VERSION
                return window
            window = window.translate_coords(self.root, x, y).child
        raise AssertionError(f"no window at ({x}, {y}) takes drops")

    def _send(self, target, kind, *data):
        target.send_event(
            event.ClientMessage(
                window=target, client_type=self.atom(kind), data=(32, [self.window.id, *data])
            )
        )
        self.display.flush()

    def _answer(self, kind):
        """The target's next message of a kind; whoever asks for the files meanwhile gets them."""
        end = time.perf_counter() + PATIENCE
        while time.perf_counter() < end:
            if not self.display.pending_events():
                select.select([self.display], [], [], 0.1)
                continue
            came = self.display.next_event()
            if came.type == X.SelectionRequest:
                self._hand_over(came)
            elif came.type == X.ClientMessage and came.client_type == self.atom(kind):
                return came.data[1]
        raise AssertionError(f"no {kind} came within {PATIENCE} s")

    def _hand_over(self, request):
        self.asked.append(self.display.get_atom_name(request.target))
        place = request.property if self.asked[-1] == URIS else X.NONE
        if place:
            request.requestor.change_property(place, request.target, 8, self.data)
        request.requestor.send_event(
            event.SelectionNotify(
                time=request.time,
                requestor=request.requestor,
                selection=request.selection,
                target=request.target,
                property=place,
            )
        )
        self.display.flush()
