"""What managers are told of what they chose and that points to nothing any more."""

from collections.abc import Mapping

from bot.services.lost import Lost, LostKind
from rules import GAMES
from rules.texts import Plain, Text

TOLD: Mapping[LostKind, Text] = {
    LostKind.STANDINGS: Text("I cannot post in the channel of the **{game}** ladder any more."),
    LostKind.LIVE_LIST: Text(
        "I cannot post in the channel of the live **{game}** leaderboard any more."
    ),
    LostKind.WEEKLY: Text("I cannot post in the channel of the weekly puzzle any more."),
    LostKind.CHAMPION: Text(
        "The role for the first in **{game}** was deleted, so nobody is given it."
    ),
    LostKind.ENTRY: Text(
        "The role that may enter **{tournament}** was deleted, so everybody may enter."
    ),
}


def told(each: Lost) -> Text:
    game = GAMES[each.game].info.name if each.game in GAMES else each.game
    return Plain("⚠️ {told}", told=TOLD[each.kind].of(game=game, tournament=each.name))
