"""People whose Discord is in other languages, and languages that are there for trials."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast
from unittest.mock import patch

from languages import languages
from languages.pseudo import Pseudo
from rules.texts import Wording
from tests.kit.world import World


@contextmanager
def known(**those: Wording) -> Iterator[None]:
    """With these languages besides English; ``pseudo`` for a trial if none is named."""
    found = cast("dict[str, Wording]", languages())
    with patch.dict(found, those or {"pseudo": Pseudo()}):
        yield


def speak(world: World, locales: Mapping[int, str]) -> None:
    """Let these people's Discord have these languages; that of all others is English."""
    emit = world.env.backend.emit

    def emitted(event: str, payload: Any, *args: Any, **options: Any) -> Any:
        if event == "INTERACTION_CREATE":
            user = payload.get("member", payload).get("user", {})
            payload["locale"] = locales.get(int(user["id"]), payload["locale"])
        return emit(event, payload, *args, **options)

    world.env.backend.emit = emitted  # type: ignore[method-assign]
