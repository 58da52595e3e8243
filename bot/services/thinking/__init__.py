"""Thinking about positions, in processes of their own."""

from bot.services.thinking.errors import Failures, ThinkingFailedError
from bot.services.thinking.processes import Processes, Thinks
