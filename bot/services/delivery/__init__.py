"""Telling Discord what was committed, exactly once and in order."""

from bot.services.delivery.worker import Delivery
