"""Interactions and their answers. Features import from here."""

from bot.screen.interaction.acknowledging import HEARD
from bot.screen.interaction.boundary import REFUSED, answered, refuse
from bot.screen.interaction.command_options import AnyGame, Purpose, match_list, meant_or_asked
from bot.screen.interaction.declaring import (
    Feature,
    Handler,
    Job,
    Screen,
    anywhere,
    command,
    member_named,
    menu,
)
from bot.screen.interaction.interaction import (
    CHANGEABLE,
    HANDLED_BY,
    UNKNOWN_ROUTE,
    Adds,
    Click,
    Interaction,
    PlayingClient,
    PrivateMessage,
    person_of,
)
