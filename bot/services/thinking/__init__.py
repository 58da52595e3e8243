"""Thinking about positions, in processes of their own."""

from bot.services.thinking.processes import Failures, Processes, ThinkingFailedError, Thinks
