"""Pictures are drawn beside the event loop, once each, and not without end."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Iterable

import pytest

from bot.core.pictures import PicturesBusy, PictureService, TooLongToAnimate
from renderer import PictureRequest
from renderer.scene import Scene
from rules import GAMES
from tests.kit.club import ADA, BEN, CHLOE
from tests.kit.refusals import refusal

MOST_FRAMES = 2


class Patient:
    def __init__(self) -> None:
        self.go = threading.Event()
        self.films_go = threading.Event()
        self.films_go.set()
        self.drawn: list[PictureRequest] = []
        self.threads: set[int] = set()

    def still(self, request: PictureRequest) -> bytes:
        self.go.wait(10)
        self.drawn.append(request)
        self.threads.add(threading.get_ident())
        if request.theme == "broken":
            raise ZeroDivisionError
        return request.theme.encode()

    def picture(self, scene: Scene, theme: str) -> bytes:
        assert isinstance(scene, Scene)
        self.go.wait(10)
        return theme.encode()

    def replay(self, frames: Iterable[PictureRequest]) -> bytes:
        self.go.wait(10)
        self.films_go.wait(10)
        shown = list(frames)
        if len(shown) > MOST_FRAMES:
            raise ValueError("too many frames")
        return shown[0].theme.encode()


Opened = Callable[..., PictureService]


@pytest.fixture
def renderer() -> Patient:
    return Patient()


@pytest.fixture
async def opened(renderer: Patient) -> AsyncIterator[Opened]:
    """Opens the service with some limits, and closes it at the end."""
    services: list[PictureService] = []

    def open_service(**limits: int) -> PictureService:
        services.append(PictureService(renderer, **limits))
        return services[-1]

    yield open_service
    for each in services:
        await each.aclose()


def picture(theme: str) -> PictureRequest:
    return PictureRequest(GAMES["apart"].start(), theme=theme)


def film(theme: str) -> tuple[PictureRequest, ...]:
    return (picture(theme),)


async def test_it_is_drawn_once_beside_the_loop(renderer: Patient, opened: Opened) -> None:
    pictures = opened()
    waiting = [asyncio.create_task(pictures.still(picture("wood"))) for _ in range(5)]
    await asyncio.sleep(0)
    renderer.go.set()
    assert await asyncio.gather(*waiting) == [b"wood"] * 5
    assert len(renderer.drawn) == 1
    assert threading.get_ident() not in renderer.threads
    assert await pictures.still(picture("wood")) == b"wood"
    assert await pictures.board(picture("wood")) == b"wood"
    assert len(renderer.drawn) == 1


async def test_as_much_is_kept_as_there_is_room(renderer: Patient, opened: Opened) -> None:
    renderer.go.set()
    pictures = opened(kept=len("wood") + len("slate"))
    for theme in ("wood", "slate", "wood", "tide", "wood", "slate", "longer than there is room"):
        assert await pictures.still(picture(theme)) == theme.encode()
    drawn = [asked.theme for asked in renderer.drawn]
    assert drawn == ["wood", "slate", "tide", "slate", "longer than there is room"]


async def test_a_picture_that_takes_all_the_room_is_kept(renderer: Patient, opened: Opened) -> None:
    renderer.go.set()
    pictures = opened(kept=len("wood"))
    for _ in range(2):
        assert await pictures.still(picture("wood")) == b"wood"
    assert len(renderer.drawn) == 1


async def test_who_gives_up_takes_it_from_nobody(renderer: Patient, opened: Opened) -> None:
    pictures = opened()
    first, second = (asyncio.create_task(pictures.still(picture("wood"))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    renderer.go.set()
    assert await second == b"wood"


async def test_there_is_an_end_to_the_queue(renderer: Patient, opened: Opened) -> None:
    pictures = opened(workers=1, queue=3)
    waiting = [asyncio.create_task(pictures.still(picture(str(n)))) for n in range(3)]
    await asyncio.sleep(0)
    await refusal(PicturesBusy, pictures.still(picture("one too many")))
    renderer.go.set()
    assert await asyncio.gather(*waiting) == [b"0", b"1", b"2"]
    assert await pictures.still(picture("later")) == b"later"


async def test_a_picture_that_fails_can_be_asked_for_again(
    renderer: Patient, opened: Opened, caplog: pytest.LogCaptureFixture
) -> None:
    renderer.go.set()
    pictures = opened()
    for _ in range(2):
        await refusal(ZeroDivisionError, pictures.still(picture("broken")))
    assert len(renderer.drawn) == 2
    assert not caplog.records


async def test_everybody_has_one_animation_at_a_time(renderer: Patient, opened: Opened) -> None:
    pictures = opened()
    first = asyncio.create_task(pictures.replay(film("wood"), ADA))
    await asyncio.sleep(0)
    await refusal(PicturesBusy, pictures.replay(film("slate"), ADA))
    again = asyncio.create_task(pictures.replay(film("wood"), ADA))
    other = asyncio.create_task(pictures.replay(film("slate"), BEN))
    await asyncio.sleep(0)
    renderer.go.set()
    assert await asyncio.gather(first, again, other) == [b"wood", b"wood", b"slate"]
    assert await pictures.replay(film("slate"), ADA) == b"slate"


async def test_there_is_an_end_to_the_animations(renderer: Patient, opened: Opened) -> None:
    pictures = opened(films=2)
    waiting = [
        asyncio.create_task(pictures.replay(film(theme), who))
        for theme, who in (("wood", ADA), ("slate", BEN))
    ]
    await asyncio.sleep(0)
    await refusal(PicturesBusy, pictures.replay(film("tide"), CHLOE))
    shared = asyncio.create_task(pictures.replay(film("wood"), CHLOE))
    await asyncio.sleep(0)
    renderer.go.set()
    assert await asyncio.gather(*waiting, shared) == [b"wood", b"slate", b"wood"]


async def test_animations_hold_up_no_boards(renderer: Patient, opened: Opened) -> None:
    pictures = opened(workers=1, queue=1)
    animation = asyncio.create_task(pictures.replay(film("wood"), ADA))
    await asyncio.sleep(0)
    await refusal(PicturesBusy, pictures.still(picture("wood")))
    board = asyncio.create_task(pictures.board(picture("slate")))
    await asyncio.sleep(0)
    renderer.go.set()
    assert await board == b"slate"
    assert await animation == b"wood"


async def test_boards_are_drawn_while_animations_are(renderer: Patient, opened: Opened) -> None:
    renderer.go.set()
    renderer.films_go.clear()
    pictures = opened(workers=1)
    filming = [
        asyncio.create_task(pictures.replay(film(theme), who))
        for theme, who in (("wood", ADA), ("slate", BEN))
    ]
    await asyncio.sleep(0)
    async with asyncio.timeout(60):
        assert await pictures.board(picture("slate")) == b"slate"
    assert not any(each.done() for each in filming)
    renderer.films_go.set()
    assert await asyncio.gather(*filming) == [b"wood", b"slate"]


async def test_a_match_may_be_too_long_to_animate(renderer: Patient, opened: Opened) -> None:
    renderer.go.set()
    pictures = opened()
    await refusal(TooLongToAnimate, pictures.replay(film("wood") * 3, ADA))
    assert await pictures.replay(film("wood"), ADA) == b"wood"
