"""The hand in which all charts are drawn: matplotlib's settings, and files of the same bytes each time."""

# ruff: noqa: PLC0415  matplotlib is an extra: it is imported when a chart is drawn, and missed in a sentence

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.export.figures.page import GREY, INK
from game.ui.drawing.asset_files import ASSETS
from levels.files.bundled import how_to_add
from levels.files.problems import UserError
from levels.files.saving import replacing_bytes

DPI = 240
SINGLE = "#2f6fb3"
"""Colour of a line that is alone in its panel; several go from dark to light as the levels grow."""
METADATA: dict[str, Any] = {"png": {"Software": None}, "svg": {"Date": None, "Creator": None}}
"""What would change a file's bytes from run to run is left out."""
STYLE: Any = {
    "svg.hashsalt": "safe crossing",
    "svg.fonttype": "path",
    "font.family": "Inter",
    "font.size": 9,
    "mathtext.default": "regular",
    "axes.edgecolor": GREY,
    "axes.titlesize": 9.5,
    "axes.titlecolor": INK,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#e4e8ee",
    "grid.linewidth": 0.7,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "lines.linewidth": 1.5,
    "lines.markersize": 4.5,
    "legend.frameon": False,
    "legend.columnspacing": 1.4,
    "legend.labelcolor": INK,
    "text.color": INK,
}
"""matplotlib's settings."""


class FiguresError(UserError):
    """The figures cannot be made; the message says why and what to do."""


def require_matplotlib() -> None:
    """Raises FiguresError where matplotlib is not installed."""
    try:
        import matplotlib as mpl  # noqa: F401
    except ImportError as error:
        raise FiguresError(
            "The figures' charts are drawn by matplotlib, which is not installed here: "
            f"{how_to_add('matplotlib')}."
        ) from error


@contextmanager
def chart(
    path: Path | Sequence[Path], size: tuple[float, float], rows: int = 1, columns: int = 1
) -> Iterator[tuple[Any, Any]]:
    """Gives an empty figure and its panels to draw on, and saves it as a PNG or SVG when the block ends.

    Args:
        path: the file, or several, which share the layout of the first.
        size: width and height [inch].
        rows: of panels; those of a row share their y axis.
        columns: of panels; those of a column share their x axis.

    Yields:
        matplotlib's Figure, and its Axes as an array (rows, columns).

    Raises:
        FiguresError: matplotlib is not installed.
        UnwritableError: no file can be written there.
    """
    require_matplotlib()
    from matplotlib import font_manager, rc_context, rcdefaults, rcParams
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    font_manager.fontManager.addfont(ASSETS / "fonts" / "Inter-Regular.otf")
    with rc_context():
        rcdefaults()  # whatever a user has set up would change the bytes
        rcParams.update(STYLE)
        figure = Figure(figsize=size, layout="constrained")
        yield figure, figure.subplots(rows, columns, squeeze=False, sharex="col", sharey="row")
        FigureCanvasAgg(figure)
        for place in [path] if isinstance(path, Path) else path:
            with replacing_bytes(place) as file:
                kind = place.suffix[1:]
                figure.savefig(file, format=kind, dpi=DPI, metadata=METADATA[kind])
            figure.set_layout_engine("none")
