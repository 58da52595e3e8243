"""Tournaments: round robins and leagues that pair, begin, count and end by themselves."""

from bot.features.tournaments import storage
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.store import SeasonOver, Title, champion_of, titles_of
from bot.features.tournaments.values import Reliance, Tournament
