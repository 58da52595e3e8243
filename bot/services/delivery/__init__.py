"""Telling Discord what was committed, exactly once and in order."""

from __future__ import annotations

from bot.services.delivery.worker import Delivery
