"""Doing what is due later, at its time."""

from bot.services.timers.scheduler import Due, Scheduler
