"""The panel's cards: those of each tab, their sizes, and the headings they fold to."""

from collections.abc import Callable

from game.presenters.watching import Watching
from game.screens.legend import LegendCard
from game.screens.panel import ActionRow, ActionsCard
from game.screens.watch import details, learning, plain
from game.screens.watch.cell import CellCard
from game.screens.watch.layout import CardSize, has_panel
from game.screens.watch.moves import MovesCard, moves_height
from game.screens.watch.next_card import NextCard
from game.screens.watch.settings import HEIGHT as SETTINGS
from game.screens.watch.settings import SettingsCard
from game.screens.watch.sheet import Sheet
from game.screens.watch.svm import SvmCard
from game.ui import Segment, Segments, Widget, WidgetTree
from game.ui.card_column import CardColumn
from game.ui.controls import Control
from game.ui.key_texts import tip
from levels.model.board import Action

TABS_HEIGHT, CELL_LEAST, LEGEND = 38, 236, 74
"""Heights of the tabs, and of cards that other modules draw [units]."""
TABS = (
    Segment("plain", "In plain words", "message-square", tip("watch", Control.TABS)),
    Segment("details", "Details", "sliders-horizontal", "The paper's terms, each explained in its tooltip"),
    Segment("cell", "One cell", "crosshair", "One cell in numbers; select it on the board"),
)
HEADINGS = {
    "crashes": ("Crashes so far", "shield-check"),
    "crossing": ("Crosses in", "footprints"),
    "next": ("Try next", "arrow-right"),
    "moves": ("What it may do now", "route"),
    "actions": ("Actions here", "route"),
    "legend": ("What the marks mean", "info"),
    "change": ("Change of Q", "chart-line"),
    "svm": ("Support vector machine", "chart-scatter"),
    "settings": ("Settings and export", "settings"),
    "certificate": ("Certificate", "shield-check"),
}
"""Title and icon of each card that folds."""


class WatchCards:
    """The cards around one Watching.

    Attributes:
        tab: the cards on show: plain, details or cell.
        panel: the column they stand in.
        sheet: shows them in a window that has no room for them next to the board.
    """

    def __init__(
        self,
        ui: WidgetTree,
        watching: Watching,
        tab: str,
        do: Callable[[Control], None],
        on_ask: Callable[[ActionRow], None],
        on_change: Callable[[], None],
    ) -> None:
        """`on_ask` hears which move is asked about, `on_change` that other cards are on show."""
        self.watching = watching
        self.on_change = on_change
        self.learning = learning.LearningCard(ui, watching, do)
        self.tabs = Segments(ui, TABS, lambda chosen: self.turn_to(*chosen), one_of=True)
        self.tab = tab
        self.tabs.chosen = frozenset({tab})
        self.crashes = plain.CrashesCard(ui, watching)
        self.crossing = plain.CrossingCard(ui, watching)
        self.next = NextCard(ui, do)
        self.moves = MovesCard(ui, watching, on_ask)
        self.figures = details.FiguresCard(ui, watching)
        self.change = details.ChangeCard(ui, watching)
        self.svm = SvmCard(ui, watching, watching.svm, do)
        self.settings = SettingsCard(ui, watching, do)
        self.certificate = details.CertificateCard(ui, watching)
        self.actions = ActionsCard(ui, watching, on_ask)
        self.cell = CellCard(ui, watching)
        self.legend = LegendCard(ui, watching)
        cards: dict[str, Widget] = {
            "learning": self.learning,
            "tabs": self.tabs,
            "crashes": self.crashes,
            "crossing": self.crossing,
            "next": self.next,
            "moves": self.moves,
            "figures": self.figures,
            "change": self.change,
            "svm": self.svm,
            "settings": self.settings,
            "certificate": self.certificate,
            "actions": self.actions,
            "cell": self.cell,
            "legend": self.legend,
        }
        self.panel = CardColumn(ui, cards, HEADINGS, on_change)
        self.sheet = Sheet(ui, self.panel, on_change)
        self._svm_height = self.svm.height
        self._worlds: tuple[str, ...] = ()

    def turn_to(self, tab: str) -> None:
        """Shows the cards of a tab."""
        self.tab = tab
        self.tabs.chosen = frozenset({tab})
        self.panel.opened = ""
        self.on_change()

    def next_tab(self) -> None:
        """Shows the cards of the next tab."""
        names = [tab.key for tab in TABS]
        self.turn_to(names[(names.index(self.tab) + 1) % len(names)])

    @property
    def have_room(self) -> bool:
        """Whether the window has room for them next to the board; else a sheet shows them."""
        return has_panel(*self.panel.ui.size, self.panel.ui.scale)

    def show(self, tab: str, card: str) -> None:
        """Brings a card of a tab into sight, in the sheet of a window that is too narrow for a panel."""
        if self.tab != tab:
            self.turn_to(tab)
        if not self.have_room and not self.sheet.shown:
            self.sheet.open()
        self.panel.opened = card
        self.on_change()
        self.panel.bring_into_sight(self.panel.cards[card])

    def offer(self, controls: tuple[Control, ...]) -> None:
        """Takes what there is to do next."""
        self.next.offer(controls)
        self.on_change()

    def sizes(self, overlays: frozenset[str]) -> tuple[CardSize, ...]:
        """The tab's cards, from the top; with an overlay on, its legend takes the place of the chart."""
        level = self.watching.opening.level
        n_actions = len(level.actions) if level else len(Action) - 1
        learns = CardSize("learning", learning.HEIGHT), CardSize("tabs", TABS_HEIGHT)
        if self.tab == "plain":
            aside, offers = bool(overlays), bool(self.next.children)
            return (
                *learns,
                CardSize("crashes", plain.CRASHES, folds=5, closed=aside),
                CardSize("crossing", plain.CROSSING_LEAST, plain.CROSSING, grows=True, folds=2, closed=aside),
                *((CardSize("legend", LEGEND, self.legend.height, grows=True, folds=3),) if aside else ()),
                *((CardSize("next", self.next.height, folds=1, closed=aside),) if offers else ()),
                CardSize("moves", moves_height(n_actions), folds=0 if offers and not aside else 4),
            )
        legend = CardSize("legend", LEGEND, self.legend.height, folds=1)
        if self.tab == "details":
            svm = "svm" in overlays or self.watching.acting.on
            return (
                *learns,
                CardSize("figures", details.FIGURES),
                CardSize("change", details.CHANGE_LEAST, details.CHANGE, grows=True, folds=2),
                CardSize("svm", self.svm.height, folds=0, closed=not svm),
                *((legend,) if overlays else ()),
                CardSize("settings", SETTINGS, folds=1),
                CardSize("certificate", details.CERTIFICATE, folds=3),
            )
        actions = CardSize("actions", 46 + 27 * n_actions, folds=0)
        return (*learns, actions, CardSize("cell", CELL_LEAST, grows=True), *((legend,) if overlays else ()))

    def follow(self, dt: float, palette: str) -> bool:
        """Makes cards and headings show what is the case; True when they need other boxes."""
        rowless, height, worlds = not self.actions.rows, self._svm_height, self._worlds
        self.learning.follow(dt)
        self.crossing.follow(dt)
        self.change.follow(dt)
        self.svm.follow(dt)
        self.settings.follow()
        self.cell.follow(dt)
        self.moves.follow()
        self.actions.follow()
        self.legend.palette = palette
        for row in self.actions.rows:
            row.palette = palette
        for name, brief in (("crashes", self.crashes.brief), ("crossing", self.crossing.brief)):
            self.panel.headings[name].note, self.panel.headings[name].note_color = brief
        self._svm_height, self._worlds = self.svm.height, self.legend.worlds
        return (rowless and bool(self.actions.rows)) or (self._svm_height, self._worlds) != (height, worlds)
