"""Trying a game alone."""

from bot.services.practice.board import NoPractice, PracticeBoard
from bot.services.practice.service import PracticeService
