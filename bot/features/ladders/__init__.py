"""Ladders of a server: ranked places that players win by challenging somebody above them.

A ladder is stored as its history of entries, from which its standings are computed. The rules
stand in ``entries.py`` (what each entry does), ``places.py`` (limits, and who overtakes whom),
``rules.py`` (who may challenge whom, and what time brings), ``history.py`` (which matches count)
and ``acts.py`` (who may join, and what managers do).
"""

from bot.features.ladders.history import FirstChanged, LadderHistories
from bot.features.ladders.service import LadderService
from bot.features.ladders.values import Ladder
