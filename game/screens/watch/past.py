"""Charts of learning: a cursor at the moment of the past on show, and a click or drag goes to another."""

from game.presenters.watching import Watching
from game.ui import Chart, Ui
from game.ui.key_texts import with_keys

PICK_TIP = with_keys("watch", "Click or drag to look at that moment ({EARLIER} and {LATER})")


def past_chart(ui: Ui, watching: Watching, *, unit: str, empty: str, linear: bool = False) -> Chart:
    """A chart over episodes that moves through learning's past as the timeline does; its right end is now."""
    chart = Chart(
        ui,
        unit=unit,
        empty=empty,
        linear=linear,
        on_pick=lambda episode: watching.go_to(watching.moment_near(episode)),
    )
    chart.tip = PICK_TIP
    return chart


def follow_past(chart: Chart, watching: Watching) -> None:
    """Puts the cursor at the moment on show; now has none."""
    chart.point_to(None if watching.moment is None else float(watching.moment.episode))
