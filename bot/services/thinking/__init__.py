"""Thinking about positions, in processes of their own."""

from __future__ import annotations

from bot.services.thinking.errors import ThinkingFailedError
from bot.services.thinking.failures import Failures
from bot.services.thinking.processes import Processes, Thinks
