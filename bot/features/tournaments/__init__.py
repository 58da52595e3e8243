"""Tournaments of a server: leagues, round robins, knockouts and Swiss.

They pair players, begin matches, count results and end by themselves (``progress.py``). The rules
of each format stand in ``round_robin.py``, ``knockout.py`` and ``swiss.py``, the tie-breaks in
``standings.py``, and who meets whom in a Swiss in ``swiss_pairing.py``.
"""

from bot.features.tournaments import storage
from bot.features.tournaments.acts import checked_clock, checked_name
from bot.features.tournaments.eligibility import lapsed_twice
from bot.features.tournaments.errors import TournamentForTwo
from bot.features.tournaments.log import SeasonOver, Title, champion_of, titles_of
from bot.features.tournaments.round_robin import berger
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.standings import as_points
from bot.features.tournaments.values import Reliance, Tournament
