"""Moving, looking at boards, finding one's matches."""

from bot.chat.common.ids import MatchButton
from bot.chat.composer.played import InboxButton
from bot.chat.interaction import ChatPart, handles, match_option
from bot.chat.matches import cards
from bot.chat.matches.buttons import on_list, on_match
from bot.chat.matches.commands import Matches, Moves
from bot.chat.matches.inbox import on_inbox
from bot.chat.matches.refusals import REFUSALS
from bot.chat.messenger.faces import with_players
from bot.services.boards import PostedBoard
from bot.services.reminders import Digest
from bot.services.watching import FollowedEnd

HANDLERS = (
    handles(MatchButton, on_match, defer=False),
    handles(InboxButton, on_inbox),
    handles(match_option.MatchList, on_list),
)


PART = ChatPart(
    cogs=(Moves, Matches),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={
        PostedBoard: cards.face_of_board,
        FollowedEnd: cards.face_of_end,
        Digest: cards.face_of_digest,
    },
    named={PostedBoard: with_players},
)
