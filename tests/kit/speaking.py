"""People whose Discord is in other languages, and languages that are there for trials."""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

import discord

from bot.core.people import SettingsService
from languages import Language
from languages.known import Known
from languages.pseudo import Pseudo
from renderer import PictureRequest, Poster, ShareCard
from renderer.charts import Chart
from rules import Position
from rules.texts import ENGLISH, Message, Wording
from tests.kit.people import acting
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import components_of
from tests.kit.world import World


@dataclass(frozen=True)
class Tagged:
    """English in brackets that name the language, so that it is seen in which one something is."""

    code: str

    def knows(self, message: Message) -> bool:
        del message
        return True

    def template(self, message: Message, number: int | None) -> str:
        """The English of a message in brackets."""
        return f"\u27e6{self.code}|{ENGLISH.template(message, number)}\u27e7"


@contextmanager
def known(
    *, on_trial: Mapping[str, Language] = MappingProxyType({}), **offered: Wording
) -> Iterator[None]:
    """With these languages besides English and no others; ``pseudo`` if none is named."""
    there = offered or ({} if on_trial else {"pseudo": Pseudo()})
    with patch("languages.known.all_known", lambda: Known(there, dict(on_trial), ())):
        yield


def speak(world: World, locales: Mapping[int, str]) -> None:
    """Let these people's Discord have these languages from now on; at first it is English."""
    spoken, emit = world.spoken, world.env.backend.emit
    is_heard = bool(spoken)
    spoken.update(locales)
    if is_heard:
        return

    def emitted(event: str, payload: Any, *args: Any, **options: Any) -> Any:
        if event == "INTERACTION_CREATE":
            user = payload.get("member", payload).get("user", {})
            payload["locale"] = spoken.get(int(user["id"]), payload["locale"])
        return emit(event, payload, *args, **options)

    world.env.backend.emit = emitted  # type: ignore[method-assign]


async def post_in(world: World, code: str | None) -> None:
    """Let what is posted in the server be in a language from now on; None: in no chosen one."""
    owner, settings = (
        acting(world, world.ada, manages_server=True),
        world.client.services[SettingsService],
    )
    await settings.change_server(owner, lambda now: replace(now, language=code))


def make_community(world: World, locale: str) -> None:
    """Let the server be a Community that has chosen a language in Discord."""
    server = world.client.get_guild(world.server.id)
    assert server is not None
    server.features = ["COMMUNITY"]
    server.preferred_locale = discord.Locale(locale)


_TAG = re.compile("\u27e6(\\w+)\\|")
_SAID = ("content", "label", "placeholder", "description")


def tongues(message: Any) -> set[str]:
    """The languages of all that a message says, where they are tagged."""
    found: set[str] = set()
    for part in components_of(message):
        nested = (*part.get("options", ()), *part.get("items", ()))
        for each in (part, *nested):
            said = " ".join(str(each.get(key) or "") for key in _SAID)
            found |= set(_TAG.findall(said))
    return found


class Drawn(PlainRenderer):
    """Draws nothing, and notes what it was asked for in which language."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def still(self, request: PictureRequest) -> bytes:
        return self._drawn("board", request.wording)

    def share_card(self, card: ShareCard) -> bytes:
        return self._drawn("card", card.picture.wording)

    def poster(self, poster: Poster) -> bytes:
        return self._drawn("poster", poster.card.picture.wording)

    def chart(self, chart: Chart, theme: str, wording: Wording = ENGLISH) -> bytes:
        del chart, theme
        return self._drawn("chart", wording)

    def lens(self, request: PictureRequest) -> bytes:
        return self._drawn("lens", request.wording)

    def motion(self, before: Position, after: PictureRequest) -> bytes:
        del before
        return self._drawn("motion", after.wording)

    def replay(self, frames: Iterable[PictureRequest]) -> bytes:
        (wording,) = {each.wording for each in frames}
        return self._drawn("replay", wording)

    def _drawn(self, what: str, wording: Wording) -> bytes:
        told = f"{what} {getattr(wording, 'code', 'en')}"
        self.asked.append(told)
        return told.encode()
