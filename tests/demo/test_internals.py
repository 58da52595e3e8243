"""The demo uses parts of simcord that are not public: here they are, so that a change is loud."""

import inspect
import io
from dataclasses import fields
from pathlib import Path

import pytest
import simcord
from PIL import Image
from simcord.backend import Backend
from simcord.env import Env
from simcord.preview._assets import _Asset
from simcord.preview._media import MediaError, MediaWorker
from simcord.preview._pages import _Page

from bot.demo.page_files import SIZED
from bot.demo.simcord_pages import hasten_pictures
from bot.demo.simulated import FORGOTTEN

PICTURE = ["self", "record", "metadata", "source"]
CHECKED = ["self", "key", "blob", "media_time"]


def test_simcord_is_the_version_that_was_looked_into() -> None:
    assert simcord.__version__ == "3.2.1"


def test_settling_can_be_made_quick() -> None:
    assert "idle" in Env._settle_internal.__kwdefaults__


def test_pictures_are_where_their_sizes_can_be_told() -> None:
    assert {"width", "height", "digest", "validated"} <= {each.name for each in fields(_Asset)}
    told = _Asset(id="a", filename="a.png", contentType="image/png", key="a", available=True)
    assert told.to_wire()["available"]
    for function, parameters in ((_Page._resolve_blob, PICTURE), (MediaWorker.validate, CHECKED)):
        plain = getattr(function, "plain", function)  # a demo in this process has its own
        assert list(inspect.signature(plain).parameters) == parameters
    pages = Path(simcord.__file__).parent / "preview" / "static"
    assert SIZED in (pages / "media.js").read_text(encoding="utf-8")
    for part in ('id="history-older"', 'id="channel-timeline"'):
        assert part in (pages / "index.html").read_text(encoding="utf-8")


async def test_a_picture_of_the_bots_is_served_as_it_is() -> None:
    hasten_pictures()
    with io.BytesIO() as file:
        Image.new("RGB", (300, 200)).save(file, "PNG")
        drawn = file.getvalue()
    served = await MediaWorker().validate("drawn", drawn)
    assert served.normalized is drawn
    assert (served.width, served.height) == (300, 200)
    with pytest.raises(MediaError):
        await MediaWorker().validate("broken", drawn[:20])


def test_everything_worth_remembering_is_in_the_backend() -> None:
    kept = set(vars(Backend())) - FORGOTTEN
    assert {"users", "guilds", "channels", "messages", "cdn", "dm_channels", "commands"} <= kept
    assert set(vars(Backend())) >= FORGOTTEN
    assert hasattr(Backend().clock, "_epoch")
