"""Pictures are drawn beside the event loop, once each, and not without end."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.services.matches.errors import PicturesBusy
from bot.services.pictures.service import PictureService
from renderer import PictureRequest
from rules import GAMES


class PatientRenderer:
    """Draws when it is let to."""

    def __init__(self) -> None:
        self.go = threading.Event()
        self.drawn: list[PictureRequest] = []
        self.threads: set[int] = set()

    def still(self, request: PictureRequest) -> bytes:
        self.go.wait(10)
        self.drawn.append(request)
        self.threads.add(threading.get_ident())
        if request.theme == "broken":
            raise ZeroDivisionError
        return request.theme.encode()


def picture(theme: str) -> PictureRequest:
    return PictureRequest(GAMES["apart"].start(), theme=theme)


async def test_the_same_picture_is_drawn_once_beside_the_loop() -> None:
    renderer = PatientRenderer()
    pictures = PictureService(renderer)
    waiting = [asyncio.create_task(pictures.still(picture("wood"))) for _ in range(5)]
    await asyncio.sleep(0)
    renderer.go.set()
    assert await asyncio.gather(*waiting) == [b"wood"] * 5
    assert len(renderer.drawn) == 1
    assert threading.get_ident() not in renderer.threads
    assert await pictures.still(picture("wood")) == b"wood"
    await pictures.aclose()


async def test_somebody_who_gives_up_does_not_take_it_from_the_others() -> None:
    renderer = PatientRenderer()
    pictures = PictureService(renderer)
    first, second = (asyncio.create_task(pictures.still(picture("wood"))) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    renderer.go.set()
    assert await second == b"wood"
    await pictures.aclose()


async def test_there_is_an_end_to_the_queue() -> None:
    renderer = PatientRenderer()
    pictures = PictureService(renderer, workers=1, queue=3)
    waiting = [asyncio.create_task(pictures.still(picture(str(n)))) for n in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(PicturesBusy):
        await pictures.still(picture("one too many"))
    renderer.go.set()
    assert await asyncio.gather(*waiting) == [b"0", b"1", b"2"]
    assert await pictures.still(picture("later")) == b"later"
    await pictures.aclose()


async def test_a_picture_that_fails_can_be_asked_for_again() -> None:
    renderer = PatientRenderer()
    renderer.go.set()
    pictures = PictureService(renderer)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await pictures.still(picture("broken"))
    assert len(renderer.drawn) == 2
    await pictures.aclose()
