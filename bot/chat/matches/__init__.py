"""Moving, looking at boards, finding one's matches."""

from bot.chat.interaction.part import ChatPart
from bot.chat.matches import cards, commands, list_commands
from bot.chat.matches.handlers import HANDLERS
from bot.chat.matches.refusals import REFUSALS
from bot.services.boards import Board
from bot.services.reminders import Digest
from bot.services.watching import FollowedEnd

PART = ChatPart(
    commands=(
        commands,
        list_commands,
    ),
    handlers=HANDLERS,
    refusals=REFUSALS,
    faces={
        Board: cards.face_of_board,
        FollowedEnd: cards.face_of_end,
        Digest: cards.face_of_digest,
    },
    named={Board: cards.with_names},
)
