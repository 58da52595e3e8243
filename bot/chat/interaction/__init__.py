"""Who did what where, and how they are answered; the one door of it for all areas."""

from bot.chat.interaction.acknowledging import HEARD
from bot.chat.interaction.boundary import REFUSED, answered, refuse
from bot.chat.interaction.client import PlayingClient, Refusals, refused
from bot.chat.interaction.game_options import AnyGame
from bot.chat.interaction.interaction import Click, Interaction, person_of
from bot.chat.interaction.match_option import Purpose, match_list, meant_or_asked
from bot.chat.interaction.naming import member_named
from bot.chat.interaction.part import ChatPart, Handler, anywhere, command, menu
from bot.chat.interaction.private_messages import MoveAhead, OpenComposer
