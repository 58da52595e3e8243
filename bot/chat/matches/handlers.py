"""What answers the buttons of a match's messages and of the list of matches."""

from bot.chat.common.custom_ids import MatchButton
from bot.chat.composer.played import InboxButton
from bot.chat.interaction.click import handles
from bot.chat.interaction.match_option import MatchList
from bot.chat.matches.buttons import on_match
from bot.chat.matches.inbox import on_inbox
from bot.chat.matches.listed import on_list

HANDLERS = (
    handles(MatchButton, on_match),
    handles(InboxButton, on_inbox),
    handles(MatchList, on_list),
)
