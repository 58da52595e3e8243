"""Doing what is due later, at its time."""

from __future__ import annotations

from bot.services.timers.scheduler import Due, Scheduler
