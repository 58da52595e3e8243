"""Interactions and their answers. Features import from here."""

from bot.screen.interaction.acknowledging import HEARD
from bot.screen.interaction.boundary import REFUSED, answered, refuse
from bot.screen.interaction.client import PlayingClient
from bot.screen.interaction.declaring import Handler, Screen, anywhere, command, menu
from bot.screen.interaction.game_options import AnyGame
from bot.screen.interaction.interaction import Click, Interaction, person_of
from bot.screen.interaction.match_option import Purpose, match_list, meant_or_asked
from bot.screen.interaction.naming import member_named
from bot.screen.interaction.private_messages import MoveAhead, OpenComposer
