"""Pictures, drawn beside the event loop."""

from bot.services.pictures.service import Draws, PicturesBusy, PictureService, TooLongToAnimate
