"""Moving, looking at boards, finding one's matches."""

from bot.features.matches.boards import Boards, OldBoards, PlacesMoved, WhatMoved, boards_part
