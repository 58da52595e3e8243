"""Boards as everybody sees them: posted at every turn, and tidied up after the next."""

from bot.services.boards.board import Board
from bot.services.boards.old_boards import OldBoards
from bot.services.boards.posts import Boards, boards_part
