"""What the settings of people and servers say."""

from collections.abc import Sequence

from bot.chat.common.text import mention, some_of, typed_as
from bot.chat.interaction import Refusals
from bot.services import settings
from data.ids import PlayerId
from rules.texts import Text, listed, sentences


def blocked(person: PlayerId) -> Text:
    return Text(
        "{person} cannot challenge you any more, nor you them. Matches that are being "
        "played go on. `/block remove` takes it back.",
        person=mention(person),
    )


def unblocked(person: PlayerId) -> Text:
    return Text("You and {person} can play again.", person=mention(person))


SHOWN = 50
"""How many people a block list names."""


def block_list(blocked: Sequence[PlayerId]) -> Text:
    if not blocked:
        return Text("You have blocked nobody.")
    return Text("You have blocked {players}.", players=some_of([*map(mention, blocked)], SHOWN))


WEEKLY_ENDED = Text("No more puzzles will come. The last one shows its solution now.")
NO_WEEKLY = Text("No puzzles come here. `/server puzzle` lets one come every week.")


def weekly_kept(channel_id: int, *, changed: bool) -> Text:
    """What a manager is told who wants a puzzle a week; where it came already, nothing changes."""
    if not changed:
        return Text(
            "A puzzle comes to <#{channel}> every week already. `/server puzzle off:True` ends it.",
            channel=channel_id,
        )
    return Text(
        "A puzzle comes to <#{channel}> every week, the first one now. Everybody solves "
        "it for themselves; the solution comes with the next one. `/server puzzle "
        "off:True` ends it.",
        channel=channel_id,
    )


REFUSALS: Refusals = {
    settings.BlockedByYou: lambda error: Text(
        "You have blocked {player}. `/block remove` takes that back.",
        player=mention(error.player_id),
    ),
    settings.BlockedYou: lambda error: Text(
        "{player} cannot be challenged right now.", player=mention(error.player_id)
    ),
    settings.GameNotAllowed: lambda error: sentences(
        Text("{game} is not played in this server.", game=error.info.name),
        Text("It plays {games}.", games=listed([info.name for info in error.allowed]))
        if error.allowed
        else Text("It plays nothing."),
    ),
    settings.ClockNotAllowed: lambda error: Text(
        "This clock is not used in this server. It plays with {clocks}.",
        clocks=typed_as([str(each) for each in error.allowed]),
    ),
    settings.WrongChannel: lambda error: Text(
        "In this server we play in <#{channel}>.", channel=error.channel_id
    ),
    settings.NotAStarter: lambda error: Text(
        "Only <@&{role}> may challenge here.", role=error.role_id
    ),
    settings.NotAManager: lambda error: (
        Text("Only people who manage the server may do this.")
        if error.role_id is None
        else Text(
            "Only people who manage the server, or are <@&{role}>, may do this.", role=error.role_id
        )
    ),
    settings.NoServerHere: lambda _: Text("This works only in a server."),
    settings.BlockedYourself: lambda _: Text("You cannot block yourself."),
    settings.NotBlocked: lambda error: Text(
        "You had not blocked {player}.", player=mention(error.player_id)
    ),
}
