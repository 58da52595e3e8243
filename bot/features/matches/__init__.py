"""The boards of matches that are posted, the inbox, and the commands and buttons of a match.

``boards.py`` says what a board shows and where it is posted; ``screen.py`` has the commands.
"""

from bot.features.matches.boards import OldBoards, PlacesMoved, WhatMoved
