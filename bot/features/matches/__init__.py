"""Moving, looking at boards, finding one's matches."""

from bot.features.matches.boards import OldBoards, PlacesMoved, WhatMoved
