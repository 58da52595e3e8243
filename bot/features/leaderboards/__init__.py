"""Leaderboards: the players of a game by rating, in a server or everywhere.

Managers can have a leaderboard posted that updates itself (``live.py``), and a role that always
goes to the first of a leaderboard, ladder or league (``champions.py``).
"""

from bot.features.leaderboards.champions import ChampionService
from bot.features.leaderboards.values import LeaderboardPage
