"""Leaderboards: who is how strong, in a server or everywhere."""

from bot.features.leaderboards.champions import ChampionService
