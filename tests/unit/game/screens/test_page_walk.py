"""All pages at five sizes: nothing overlaps, nothing is cut off, nothing vanishes, Tab leads everywhere.

The watch page and the editor are walked over in large and small type too.
"""

import threading
import time

import pygame
import pytest

from game.screens.lesson.places import TARGETS, light_on, reveal
from game.screens.watch.toolbar import MENU
from game.services.services import Services
from game.shell.app import App
from game.shell.options import Options
from game.shell.window.display import open_display
from game.ui import Clickable, Widget
from game.ui.controls import CONTROLS, EVERYWHERE, Control
from game.ui.drawing import draw
from game.ui.layout import least_window
from game.userdata.settings import Settings
from levels.lessons.lesson import Target
from levels.lessons.reader import builtin_lessons
from levels.text.reader import builtin_levels
from tests.unit.game.driving import BAD, frames, until
from tests.unit.game.screens.walking import faults, name_of

SIZES = [(960, 600), (1280, 800), (1366, 768), (1920, 1080), (2560, 1600)]
TYPED = [
    *((size, scale) for scale in (0.8, 1.0, 1.5, 2.0) for size in SIZES[:3]),
    *((size, scale) for scale in (1.0, 2.0) for size in SIZES[3:]),
]
"""Sizes of the window and of its letters at which these two are walked over."""
EDITED = [(SIZES[0], 1.0), (SIZES[1], 1.5), (SIZES[1], 2.0), (SIZES[2], 1.0)]
"""The same for the editor."""
SMALLEST = [(least_window((3840, 2160), scale), scale) for scale in (1.0, 1.5)]
"""The smallest windows, in letters of these sizes."""
CROWDED = {("compare", 1.0), ("compare", 1.5), ("play, crashed", 1.0)}
"""What shortens words there that no tooltip has: the rules of the race's learners, the head of a verdict."""
BOARD_SHARE = 0.4
"""Of the window's area that the board has at least."""


def menu(app):
    """All levels certified, and drawn so."""
    until(app, lambda: app.top.certifier and len(app.top.certifier.known.verdicts) == len(app.top.paths))
    frames(app, 3)


def settled(app):
    """A level that has been learned for a while, everything still."""
    watching = app.top.watching
    until(app, lambda: watching.shown is not None and watching.snapshot.episodes > 200)
    watching.toggle_training()
    until(app, lambda: watching.status == "paused")
    watching.playback.paused = True
    return app.top


def play(app):
    settled(app).do(Control.PLAY)
    until(app, lambda: app.top.name == "play")


def crashed(app):
    play(app)
    app.top.do(Control.SHIELD)
    for _ in range(40):
        if app.top.playing.outcome is None:
            app.top.do(Control.GO_DOWN)
            app.advance(1.0)


def compare(app):
    settled(app).do(Control.COMPARE)
    until(app, lambda: app.top.name == "compare" and app.top.comparing.standings is not None)
    app.top.comparing.toggle_training()
    app.top.comparing.toggle_pause()


def edit(app):
    settled(app).do(Control.EDIT)
    until(app, lambda: app.top.name == "edit" and app.top.editing.judged is not None)


def lesson(app):
    """A question whose options are moves, one wrong one given."""
    until(app, lambda: app.top._judged is not None)
    while not app.top.run.asks or app.top.run.progress.options[0].action is None:
        app.top.run.note_deed()
        for number in range(1, 6):
            app.top.answer(number)
        app.top.go_on()
    wrong = next(n for n, option in enumerate(app.top.run.progress.options, 1) if not option.right)
    app.top.answer(wrong)
    until(app, lambda: app.top._acting is not None and not app.top._acting.playing, frame=0.1)


def tour(stop):
    """The tour at one of its steps, from 0."""

    def prepare(app):
        menu(app)
        app.top.do(Control.TOUR)
        app.handle(pygame.Event(pygame.USEREVENT))  # has the app fetch what was asked for
        for _ in range(stop):
            app.top.go_on()
        frames(app, 3)

    return prepare


def dialog(control):
    return lambda app: settled(app).do(control)


def menu_dialog(*controls):
    """The home page with one of its dialogs; a level of the user's own is there."""

    def prepare(app):
        own = app.services.folder / "levels" / "mine.yaml"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_bytes(builtin_levels()["river"].read_bytes())
        app.top.selecting.folder = own.parent
        app.top.appear()
        menu(app)
        app.top.cards.choose(app.top.paths.index(own))
        for control in controls:
            app.top.do(control)
        frames(app, 3)

    return prepare


PAGES = {
    "menu": (None, menu),
    "menu, own level": (None, menu_dialog()),
    "menu, own level's menu": (None, menu_dialog(Control.OWN)),
    "menu, surprise": (None, menu_dialog(Control.SURPRISE)),
    "menu, rename": (None, menu_dialog(Control.RENAME)),
    "menu, delete": (None, menu_dialog(Control.TRASH)),
    "menu, open file": (None, menu_dialog(Control.OPEN_FILE)),
    "menu, more": (None, menu_dialog(Control.MORE)),
    "menu, lessons": (None, menu_dialog(Control.LESSONS)),
    "lesson, asking": ("one_step", lesson),
    "lesson, tour at home": (None, tour(2)),
    "lesson, tour on the watch page": (None, tour(4)),
    "play": ("crossy_road", play),
    "play, crashed": ("crossy_road", crashed),
    "compare": ("crossy_road", compare),
    "edit": ("crossy_road", edit),
    "help": ("crossy_road", dialog(Control.HELP)),
    "settings": ("crossy_road", dialog(Control.SETTINGS)),
    "restart": ("crossy_road", dialog(Control.RESTART)),
    "watch": ("crossy_road", settled),
    "errors": (None, lambda app: until(app, lambda: app.top.name == "errors")),
}


def test_every_screen_is_walked():
    assert {name.split(",")[0] for name in PAGES} >= {row.screen for row in CONTROLS} - {EVERYWHERE}


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Gives a page by its name, opened once for all sizes."""
    opened = {}
    folder = tmp_path_factory.mktemp("pages")
    before = set(threading.enumerate())
    open_display()
    draw.clear_caches()

    def page(name):
        if name not in opened:
            for app in opened.values():  # one at a time
                app.close()
            opened.clear()
            level, prepare = PAGES[name]
            path = (builtin_levels() | builtin_lessons())[level] if level else None
            if name == "errors":
                path = folder / "broken.yaml"
                path.write_text(BAD, encoding="utf-8")
            services = Services(Settings(reduce_motion=True), folder=folder / f"own {len(name)}")
            opened[name] = App(Options(path, unlimited=True), (1280, 800), 1.0, services)
            prepare(opened[name])
            assert opened[name].failures == []
        return opened[name].top

    yield page
    for app in opened.values():
        app.close()
    pygame.display.quit()
    draw.clear_caches()
    for thread in set(threading.enumerate()) - before:
        thread.join(30)


def laid_out(screen, size, scale=1.0):
    """The page in a window of this size, all that follows other things up to date."""
    screen.resize(size, scale)
    for _ in range(3):
        screen.update(0.5)
    return screen


def lacking(screen):
    """What the page has but does not show: neither itself, nor its heading, nor a line in a menu."""
    panel = getattr(screen, "panel", None)
    parts = {} if panel is None else {**panel.cards}
    parts |= {f"heading of {name}": panel.headings[name] for name in panel.headings} if panel else {}
    shown = {name for name, widget in parts.items() if widget.visible and widget.rect.size > (0, 0)}
    missing = [
        name for name in parts if not {name, f"heading of {name}"} & shown and "heading of" not in name
    ]
    if screen.name == "watch":
        missing = [*lacking_watch(screen)]
    if screen.name == "compare":
        tools = [name for name, tool in screen.tools.items() if not tool.visible]
        missing += tools + ["chart"] * (not screen.trend.visible and not screen.heading.visible)
        missing += ["figures" for figures in screen.figures if not figures.visible]
    if screen.name == "edit":
        missing = [*lacking_edit(screen)]
    if screen.name == "menu":
        missing += [name_of(widget) for widget in screen.ui.root if not widget.visible]
    return missing


def lacking_edit(edit):
    """What the editor should show and does not; a narrow window has its cards, and even tools, in a sheet."""
    on_page = {id(widget) for top in [*edit.ui.root, *edit.ui.popups] for widget in top.walk()}
    bar = edit.toolbar
    offered = {control.name for control in bar.elsewhere} if bar.more.visible else set()
    tools = [edit.palette, edit.bar.play, edit.bar.step]
    if edit.panel.visible:
        yield from (f"slider {slider.label}" for slider in edit.obstacle.sliders if not slider.visible)
        for name in ("proof", "obstacle", "level"):
            if id(edit.panel.cards[name]) not in on_page:
                yield name
        tools[0] = edit.palette if edit.palette.visible else edit.tool_card
    elif id(bar.widgets["CARDS"]) not in on_page:
        yield "the button that opens the sheet"
    else:
        tools = tools[1:]
    yield from (name_of(tool) for tool in tools if id(tool) not in on_page)
    named = {name for name, widget in bar.widgets.items() if id(widget) in on_page}
    yield from set(bar.widgets) - named - offered - {"CARDS", "name"}  # the window's title has the name


def lacking_watch(watch):
    """What the watch page should show and does not; a narrow window has its cards in a sheet."""
    on_page = {id(widget) for top in [*watch.ui.root, *watch.ui.popups] for widget in top.walk()}
    if not watch.projector:
        places = [*watch.toolbar.widgets.items(), *watch.toolbar.elsewhere.items()]
        in_sight = {name for name, widget in places if id(widget) in on_page}
        offered = {tool for tool, *_ in MENU} if "more" in in_sight else set()
        yield from {name for name, _ in places} - in_sight - offered - {"level"}  # the window's title has it
    if watch.panel.visible:
        for card in watch.cards.sizes(watch.overlays):
            shown = watch.panel.cards[card.name], watch.panel.headings.get(card.name)
            if not {id(widget) for widget in shown} & on_page:
                yield card.name
    elif not watch.projector and id(watch.toolbar.cards) not in on_page:
        yield "the button that opens the sheet"
    for name in ("play", "step", "exploring"):
        if id(getattr(watch.player, name)) not in on_page:
            yield name


def board_of(screen):
    """The area of the board, of all three where three are compared [px²]."""
    match screen.name:
        case "compare":
            boards = screen.boards
        case "edit":
            boards = [screen.pane]
        case _:
            boards = [screen.board]
    return sum(board.rect.width * board.rect.height for board in boards)


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", [name for name in PAGES if name != "watch"])
def test_nothing_overlaps_is_cut_off_or_out_of_reach(pages, name, size):
    found = faults(laid_out(pages(name), size), size)
    assert found == [], "\n".join(found)
    assert lacking(pages(name)) == []
    if pages(name).name in {"watch", "play", "compare", "edit"}:
        assert board_of(pages(name)) >= BOARD_SHARE * size[0] * size[1]


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), SMALLEST, ids=str)
@pytest.mark.parametrize("name", [name for name in PAGES if name != "watch"])
def test_the_smallest_window_has_room_for_every_page(pages, name, size, scale):
    if (name, scale) in CROWDED:
        pytest.skip("it shortens words there")
    found = faults(laid_out(pages(name), size, scale), size)
    assert found == [], "\n".join(found)
    assert lacking(pages(name)) == []


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), [(SIZES[0], 2.0), (SIZES[1], 1.5)], ids=str)
@pytest.mark.parametrize("name", ["lesson, asking", "menu, lessons"])
def test_lessons_are_whole_in_large_letters(pages, name, size, scale):
    found = faults(laid_out(pages(name), size, scale), size)
    assert found == [], "\n".join(found)


def tab(name, *overlays):
    def show(watch):
        watch.set_overlays(frozenset(overlays))
        watch.cards.turn_to(name)

    return show


def bubble(watch):
    watch.cards.moves.rows[0].activate()


def banner(watch):
    watch.banner.come("It has learned the shortest safe path", "No safe path is shorter.")


def cell(watch):
    watch.set_overlays(frozenset({"values"}))
    watch.watching.select(watch.watching.opened.level.board.starts[0])


def sheet(watch):
    if not watch.panel.visible:
        watch.next_tab()


VIEWS = {
    "plain": tab("plain"),
    "plain, an overlay": tab("plain", "safety"),
    "details": tab("details"),
    "details, SVM": tab("details", "svm"),
    "details, settings": lambda watch: watch.cards.show("details", "settings"),
    "one cell": tab("cell"),
    "a cell selected": cell,
    "bubble": bubble,
    "banner": banner,
    "sheet": sheet,
    "projector": lambda watch: watch.toggle_projector(),
}
"""What the watch page is made to show."""


def plainly(watch):
    """As it is at the start: no overlay, no sheet, nothing above the board."""
    watch.watching.select(None)
    watch.set_overlays(frozenset())
    watch.cards.turn_to("plain")
    watch.bubble.hush()
    watch.banner.leave()
    watch.sheet.cancel()
    if watch.projector:
        watch.toggle_projector()


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), TYPED, ids=lambda value: str(value).replace(", ", "x"))
def test_the_watch_page_is_whole_in_letters_of_every_size(pages, size, scale):
    watch = laid_out(pages("watch"), size, scale)
    found = []
    for name, show in VIEWS.items():
        plainly(watch)
        show(watch)
        for _ in range(2):
            watch.update(0.5)
        found += [f"{name}: {fault}" for fault in faults(watch, size)]
        found += [f"{name}: lacks {part}" for part in lacking(watch)]
        floats = [widget for widget in watch.ui.root if widget.floats and widget.visible]
        around = watch.board.rect.union(watch.note.rect)
        found += [
            f"{name}: {name_of(one)} leaves the board" for one in floats if not around.contains(one.rect)
        ]
        if board_of(watch) < BOARD_SHARE * size[0] * size[1]:
            found.append(f"{name}: the board is too small")
    plainly(watch)
    assert found == [], "\n".join(found)


def chosen(index):
    return lambda edit: setattr(edit.pane, "chosen", index)


def broken(edit):
    """Nothing is left of the start: what is wrong, and where."""
    edit.editing.change(edit.editing.text.replace("S", "q"))
    until_judged(edit)


def until_judged(edit):
    end = time.perf_counter() + 60
    while not edit.editing.up_to_date:
        assert time.perf_counter() < end
        time.sleep(0.002)


STATES = {
    "nothing chosen": lambda _: None,
    "a lane": chosen(0),
    "a mistake": broken,
    "the sheet": lambda edit: edit.toggle_cards(),
    "scrolled down": lambda edit: edit.panel.scroll_by(9999),
    "more": lambda edit: edit.show_more(),
    "share": lambda edit: edit.share_level(),
}
"""What the editor is made to show."""


@pytest.mark.slow
@pytest.mark.parametrize(("size", "scale"), EDITED, ids=lambda value: str(value).replace(", ", "x"))
def test_the_editor_is_whole_in_letters_of_every_size(pages, size, scale):
    edit = laid_out(pages("edit"), size, scale)
    edit.pane.paused = True
    found = []
    for name, show in STATES.items():
        show(edit)
        for _ in range(2):
            edit.update(0.5)
        found += [f"{name}: {fault}" for fault in faults(edit, size)]
        found += [f"{name}: lacks {part}" for part in lacking(edit) if not edit.ui.popups or edit.sheet.shown]
        if edit.sheet.shown:
            edit.toggle_cards()
        for popup in [*edit.ui.popups]:
            popup.cancel()
        edit.panel.scroll_by(-9999)
        edit.pane.chosen = None
        while edit.editing.undo():
            until_judged(edit)
        edit.update(0.5)
    assert found == [], "\n".join(found)


ON_BOARD = {Target.BOARD, Target.AGENT, Target.START, Target.GOAL}


@pytest.mark.parametrize(("size", "scale"), [*((size, 1.0) for size in SIZES), (SIZES[1], 1.5)], ids=str)
def test_each_target_of_a_lesson_is_in_sight(pages, size, scale):
    """Folded or in the sheet it is brought there; what has no room has the light on what leads to it."""
    watch = laid_out(pages("watch"), size, scale)
    watch.draw(pygame.Surface(size))
    assert set(TARGETS) == set(Target)
    found = []
    for target in Target:
        plainly(watch)
        reveal(watch, target)
        light = light_on(watch, target)
        if not pygame.Rect((0, 0), size).inflate(16, 16).contains(light) or min(light.size) < 20:
            found.append(f"{target} is lit at {tuple(light)}")
        is_on_board = watch.board.rect.colliderect(light.inflate(-40, -40))
        if is_on_board != (target in ON_BOARD) and not watch.sheet.shown:
            found.append(f"{target} is lit {'off' if target in ON_BOARD else 'on'} the board")
        spot = TARGETS[target]
        if spot.card and not watch.panel.cards[spot.card].visible:
            found.append(f"{target}: {spot.card} is folded")
    plainly(watch)
    assert found == []


def test_a_target_without_room_has_the_light_on_the_menu_that_has_it(pages):
    watch = laid_out(pages("watch"), SIZES[0])
    assert not watch.toolbar.widgets["race"].visible
    space = 2 * 8
    assert light_on(watch, Target.RACE) == watch.toolbar.more.rect.inflate(space, space)


class Planted(Widget):
    """A widget that writes a line, whatever room it has."""

    def __init__(self, ui, rect, line=""):
        super().__init__(ui)
        self.rect, self.line = pygame.Rect(rect), line

    def draw(self, surface):
        if self.line:
            self.ui.text(surface, self.line, self.rect.topleft)


class WithoutTab(Clickable):
    """A button that only the mouse can press."""

    focusable = False


def plant(screen, *widgets):
    """What the walk tells of a page with these widgets on it."""
    root = screen.ui.root
    screen.ui.root = [*root, *widgets]
    try:
        return faults(screen, SIZES[0])
    finally:
        screen.ui.root = root


def test_the_walk_finds_what_is_planted(pages):
    screen = laid_out(pages("play"), SIZES[0])
    ui, help_ = screen.ui, screen.help.rect
    assert plant(screen) == []
    free = (300, 10, 60, 30)  # in the toolbar, where the title's letters have ended
    screen.bar.rect.width = 60
    overlap = plant(screen, Planted(ui, help_.move(-10, 0)))
    assert any("overlaps Planted in the page" in fault for fault in overlap)
    outside = plant(screen, Planted(ui, (940, 300, 60, 30)))
    assert any(fault.startswith("Planted (940, 300, 60, 30) lies outside") for fault in outside)
    wide = plant(screen, Planted(ui, free, "much wider than its box"))
    assert wide == ["“much wider than its box” is cut at the side of Planted"]
    low = plant(screen, Planted(ui, (300, 10, 60, 6), "low"))
    assert low == ["“low” is cut at the upper or lower edge of Planted"]
    cut = Planted(ui, free)
    cut.draw = lambda surface: ui.text(surface, draw.fit("much wider than its box", 13, 60), (300, 10))
    (told,) = plant(screen, cut)
    assert "is short for “much wider than its box”, which no tooltip of Planted tells" in told
    out_of_reach = WithoutTab(ui)
    out_of_reach.rect, out_of_reach.draw = pygame.Rect(free), lambda _: None
    assert plant(screen, out_of_reach) == ["Tab does not lead to WithoutTab"]


@pytest.mark.parametrize("card", ["crossing"])
def test_a_folded_card_opens_in_its_place_by_mouse_and_by_keyboard(pages, card):
    screen = laid_out(pages("watch"), SIZES[0])
    panel = screen.panel
    heading = panel.headings[card]
    assert heading.visible
    screen.ui.focus_on(heading)  # scrolls it into sight
    assert panel.rect.contains(heading.rect)
    screen.ui.event(pygame.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r"))
    assert panel.cards[card].visible
    assert not heading.visible
    assert panel.rect.contains(panel.cards[card].rect)
    assert faults(screen, SIZES[0]) == []
    panel.opened = ""
    laid_out(screen, SIZES[0])
    panel.scroll_by(999)
    screen.ui.event(pygame.Event(pygame.MOUSEMOTION, pos=heading.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        screen.ui.event(pygame.Event(kind, pos=heading.rect.center, button=1))
    assert panel.cards[card].visible
    panel.opened = ""
    laid_out(screen, SIZES[0])


def test_a_panel_scrolls_by_wheel_bar_and_keys_and_answers_only_where_it_is_in_sight(pages):
    screen = laid_out(pages("watch"), (1280, 520))
    screen.cards.turn_to("details")
    screen.update(0.5)
    ui, panel = screen.ui, screen.panel
    assert panel.reach > 20
    below = next(widget for widget in panel.walk() if widget.rect.top > panel.rect.bottom and widget.reactive)
    assert below not in ui._under(below.rect.center)
    panel.scroll_by(-999)
    learning = panel.cards["learning"].rect.top
    ui.event(pygame.Event(pygame.MOUSEMOTION, pos=panel.rect.center, rel=(0, 0), buttons=(0, 0, 0)))
    ui.event(pygame.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert panel.cards["learning"].rect.top < learning
    ui.focus_on(panel)
    ui.event(pygame.Event(pygame.KEYDOWN, key=pygame.K_END, mod=0, unicode=""))
    assert panel.offset == panel.reach
    ui.event(pygame.Event(pygame.KEYDOWN, key=pygame.K_HOME, mod=0, unicode=""))
    assert panel.cards["learning"].rect.top == learning
    bar = panel.bar()
    for kind, pos in ((pygame.MOUSEBUTTONDOWN, bar.center), (pygame.MOUSEMOTION, panel.rect.bottomright)):
        ui.event(pygame.Event(kind, pos=pos, button=1, rel=(0, 0), buttons=(1, 0, 0)))
    assert panel.offset == panel.reach
