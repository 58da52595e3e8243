"""The renderer as a whole: many pictures, many threads, odd requests."""

import io
import itertools
import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from renderer import PictureRequest, drawing, kept
from renderer.drawing import Renderer
from renderer.layout import lay_out
from renderer.lettering import Lettering
from rules import GAMES
from rules.game import Position
from tests.kit.rules import CASES, Moment, moments, start
from tests.renderer.boards import check_cells

MOST_BYTES = 10 << 20
ON_EACH_BOARD = list({start(*case).variant.board: case for case in reversed(CASES)}.values())


def film(played: Iterable[Moment], theme: str = "slate") -> list[PictureRequest]:
    return [PictureRequest(*moment, theme=theme) for moment in played]


def shuffled(size: int) -> list[PictureRequest]:
    """Stills of several matches, themes and ways round, in no order."""
    chance = random.Random(4)
    asked = [
        PictureRequest(position, events, viewer=chance.choice((0, 1)), theme=theme, size=size)
        for game in GAMES
        for theme in ("slate", "tide")
        for position, events in itertools.islice(moments(game, seed=8), 5, 35, 5)
    ]
    chance.shuffle(asked)
    return asked


def test_a_picture_does_not_depend_on_those_before_it(renderer: Renderer) -> None:
    asked = shuffled(240)
    for request in asked:
        renderer.still(request)
    for request in asked[:12]:
        assert renderer.still(request) == Renderer().still(request)


def test_threads_draw_what_one_draws() -> None:
    asked = shuffled(240)
    one = Renderer()
    alone = [one.still(request) for request in asked]
    shared = Renderer()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(shared.still, asked * 2))
    assert together == alone * 2


def test_what_is_kept_is_bounded() -> None:
    renderer = Renderer()
    sizes = itertools.cycle((200, 260, 320, 380))
    for seed in range(3):
        for game in GAMES:
            for position, events in itertools.islice(moments(game, seed=seed), 0, 40, 4):
                renderer.still(PictureRequest(position, events, size=next(sizes)))
    assert 0 < renderer.cached_bytes < 50 << 20


def test_kept_words_are_bounded() -> None:
    lettering = Lettering()
    sums = {}
    for number in range(400):
        sums[number] = lettering.word(f"{number} and many other words " * 6, 40).sum()
        assert 0 < lettering.cached_bytes <= 9 << 20
    for number in (0, 399):
        assert lettering.word(f"{number} and many other words " * 6, 40).sum() == sums[number]
    for height in range(10, 90):
        assert lettering.word("a", height).shape[0] == round(1.5 * height)


def test_kept_tiles_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    for bound in ("_LATEST", "_PACKED", "_WHOLE"):  # a picture has 130,000
        monkeypatch.setattr(kept, bound, 200_000)
    renderer, fresh = Renderer(), Renderer()
    played = list(itertools.islice(moments("glaisher", seed=3), 40))
    drawn = [renderer.still(PictureRequest(*moment, size=360)) for moment in played]
    assert renderer.cached_bytes < 3 << 20
    assert drawn[-1] == fresh.still(PictureRequest(*played[-1], size=360))


@pytest.mark.parametrize("size", [0, 63, 2049, -1])
def test_sizes_out_of_bounds_are_refused(renderer: Renderer, size: int) -> None:
    with pytest.raises(ValueError, match="pixels"):
        renderer.still(PictureRequest(GAMES["apart"].start(), size=size))
    with pytest.raises(ValueError, match="pixels"):
        renderer.replay([PictureRequest(GAMES["apart"].start())], size=size)


def test_unknown_themes_are_refused(renderer: Renderer) -> None:
    with pytest.raises(KeyError):
        renderer.still(PictureRequest(GAMES["apart"].start(), theme="neon"))


@pytest.mark.parametrize("size", [64, 65, 111, 360])
@pytest.mark.parametrize(("game", "variant"), ON_EACH_BOARD)
def test_every_board_can_be_drawn_small(renderer, game: str, variant: str, size: int) -> None:
    png = renderer.still(PictureRequest(start(game, variant), viewer=1, size=size))
    assert Image.open(io.BytesIO(png)).width == size


def chain(direction: tuple[int, int]) -> Position:
    """Twenty-four tiles in a line."""
    places = [(q * direction[0], q * direction[1]) for q in range(24)]
    light, dark = (";".join(f"{q},{r}" for q, r in sorted(places[each::2])) for each in (0, 1))
    text = f"2p waning ply:23 turn:1 light:{light} dark:{dark} seats:light,dark"
    return GAMES["halves"].decode(text)


@pytest.mark.parametrize("direction", [(1, 0), (0, 1), (1, -1), (-1, 0)])
def test_a_chain_of_24_tiles_is_framed(renderer, direction) -> None:
    position = chain(direction)
    cells = list(position.pieces())
    check_cells(lay_out(position.variant.board, 1000, False, cells), cells)
    assert len(renderer.still(PictureRequest(position))) < MOST_BYTES


def four_hundred() -> list[Moment]:
    """A match of as many plies as there can be, put together from shorter ones."""
    glued = itertools.chain.from_iterable(moments("glaisher", seed=seed) for seed in range(40))
    return list(itertools.islice(glued, 401))


def test_a_match_of_400_plies_can_be_sent(renderer: Renderer) -> None:
    file = renderer.replay(film(four_hundred()), size=300)
    assert Image.open(io.BytesIO(file)).n_frames == 401
    assert len(file) < MOST_BYTES


def test_a_replay_that_could_not_be_sent_is_refused(renderer: Renderer, monkeypatch) -> None:
    monkeypatch.setattr(drawing, "_MOST_BYTES", 20_000)
    with pytest.raises(ValueError, match="20000 can be sent"):
        renderer.replay(film(itertools.islice(moments("apart"), 20)), size=400)


@pytest.mark.parametrize("count", [0, 1201])
def test_replays_without_an_end_are_refused(renderer: Renderer, count: int) -> None:
    with pytest.raises(ValueError, match="positions"):
        renderer.replay([PictureRequest(GAMES["apart"].start())] * count)


def test_a_replay_stays_on_the_last_position(renderer: Renderer) -> None:
    played = list(itertools.islice(moments("halves", seed=2), 18))
    image = Image.open(io.BytesIO(renderer.replay(film(played), size=240)))
    image.seek(image.n_frames - 1)
    assert image.info["duration"] == 5000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "seed", "plies", "most"),
    [
        ("detach", 1, 60, 340),
        ("apart", 2, 60, 340),
        ("abande", 13, 60, 340),
        ("glaisher", 7, 40, 350),
    ],
)
def test_a_replay_has_few_bytes(renderer, game: str, seed: int, plies: int, most: int) -> None:
    frames = film(itertools.islice(moments(game, seed=seed), plies + 1))
    assert len(frames) == plies + 1
    assert len(renderer.replay(frames)) <= most << 10


def test_a_still_has_few_bytes(renderer: Renderer) -> None:
    for moment in itertools.islice(moments("detach", seed=1), 40, 60, 5):
        assert len(renderer.still(PictureRequest(*moment))) <= 90 << 10
