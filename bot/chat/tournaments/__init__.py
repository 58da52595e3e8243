"""Tournaments as people see them."""

from bot.chat.interaction import ChatPart
from bot.chat.tournaments import creating, layouts, managing, showing
from bot.chat.tournaments.commands import Tournaments
from bot.chat.tournaments.refusals import REFUSALS
from bot.services.tournaments import TournamentCard, TournamentLine, TournamentNews

PART = ChatPart(
    cogs=(Tournaments,),
    handlers=(*showing.HANDLERS, *creating.HANDLERS, *managing.HANDLERS),
    refusals=REFUSALS,
    faces={
        TournamentCard: layouts.face_of_card,
        TournamentNews: layouts.face_of_news,
        TournamentLine: layouts.face_of_line,
    },
    named={TournamentCard: layouts.with_names, TournamentNews: layouts.news_with_names},
)
