"""Tournaments as people see them."""

from bot.chat.interaction import ChatPart
from bot.chat.tournaments import creating, managing, showing
from bot.chat.tournaments.commands import Tournaments
from bot.chat.tournaments.layouts import (
    face_of_card,
    face_of_line,
    face_of_news,
    news_with_names,
    with_names,
)
from bot.chat.tournaments.refusals import REFUSALS
from bot.services.tournaments import TournamentCard, TournamentLine, TournamentNews

PART = ChatPart(
    cogs=(Tournaments,),
    handlers=(*showing.HANDLERS, *creating.HANDLERS, *managing.HANDLERS),
    refusals=REFUSALS,
    faces={
        TournamentCard: face_of_card,
        TournamentNews: face_of_news,
        TournamentLine: face_of_line,
    },
    named={TournamentCard: with_names, TournamentNews: news_with_names},
)
