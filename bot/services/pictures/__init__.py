"""Pictures, drawn beside the event loop."""

from bot.services.pictures.errors import PicturesBusy, TooLongToAnimate
from bot.services.pictures.service import Draws, PictureService
