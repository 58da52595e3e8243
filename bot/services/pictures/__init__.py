"""Pictures, drawn beside the event loop."""

from __future__ import annotations

from bot.services.pictures.errors import PicturesBusy, TooLongToAnimate
from bot.services.pictures.service import Draws, PictureService
