"""Trying a game alone."""

from bot.services.practice.board import PracticeBoard
from bot.services.practice.errors import NoPractice
from bot.services.practice.service import PracticeService
