"""The renderer as a whole: many pictures, many threads, odd requests."""

import io
import itertools
import random
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image

from renderer import PictureRequest, drawing
from renderer.drawing import Renderer
from renderer.lettering import Lettering
from rules import GAMES
from tests.kit.rules import Moment, moments, start
from tests.renderer.boards import ON_EACH_BOARD

MOST_BYTES = 10 << 20


def film(played: Iterable[Moment], theme: str = "slate") -> list[PictureRequest]:
    return [PictureRequest(*moment, theme=theme) for moment in played]


def shuffled(size: int) -> list[PictureRequest]:
    """Stills of several matches, themes and ways round, in no order."""
    chance = random.Random(4)
    asked = [
        PictureRequest(position, events, viewer=chance.choice((0, 1)), theme=theme, size=size)
        for game in GAMES
        for theme in ("slate", "tide")
        for position, events in itertools.islice(moments(game, seed=8), 5, 15, 10)
    ]
    chance.shuffle(asked)
    return asked


def test_threads_draw_what_one_draws() -> None:
    asked = shuffled(120)
    one = Renderer()
    alone = [one.still(request) for request in asked]
    shared = Renderer()
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(shared.still, asked * 2))
    assert together == alone * 2


def test_what_is_kept_is_bounded() -> None:
    renderer = Renderer()
    sizes = itertools.cycle((200, 260, 320, 380))
    for game in GAMES:
        for position, events in itertools.islice(moments(game), 0, 40, 8):
            renderer.still(PictureRequest(position, events, size=next(sizes)))
    assert 0 < renderer.cached_bytes < 50 << 20


def test_kept_words_are_bounded() -> None:
    lettering = Lettering()
    sums = {}
    for number in range(100):
        sums[number] = lettering.word(f"{number} and many other words " * 6, 40).sum()
        assert 0 < lettering.cached_bytes <= 9 << 20
    for number in (0, 99):
        assert lettering.word(f"{number} and many other words " * 6, 40).sum() == sums[number]
    for height in range(10, 90):
        assert lettering.word("a", height).shape[0] == round(1.5 * height)


@pytest.mark.parametrize("size", [0, 63, 2049, -1])
def test_sizes_out_of_bounds_are_refused(renderer: Renderer, size: int) -> None:
    with pytest.raises(ValueError, match="pixels"):
        renderer.still(PictureRequest(GAMES["apart"].start(), size=size))
    with pytest.raises(ValueError, match="pixels"):
        renderer.replay([PictureRequest(GAMES["apart"].start())], size=size)


@pytest.mark.parametrize("size", [64, 111])
@pytest.mark.parametrize(("game", "variant"), ON_EACH_BOARD)
def test_every_board_can_be_drawn_small(renderer, game: str, variant: str, size: int) -> None:
    png = renderer.still(PictureRequest(start(game, variant), viewer=1, size=size))
    assert Image.open(io.BytesIO(png)).width == size


def four_hundred() -> list[Moment]:
    """A match of as many plies as there can be, put together from shorter ones."""
    glued = itertools.chain.from_iterable(moments("glaisher", seed=seed) for seed in range(40))
    return list(itertools.islice(glued, 401))


@pytest.mark.night
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


@pytest.mark.night
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
