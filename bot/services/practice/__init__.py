"""Trying a game alone."""

from __future__ import annotations

from bot.services.practice.board import PracticeBoard
from bot.services.practice.errors import NoPractice
from bot.services.practice.service import PracticeService
