"""Boards as everybody sees them: posted at every turn, and tidied up after the next."""

from bot.services.boards.posts import Board, Boards, OldBoards, boards_part
