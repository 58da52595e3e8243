"""Looking up games, variants and versions of rules."""

from bot.core.matches.errors import RulesVersionMissing, UnknownGame, UnknownVariant
from rules import GAMES
from rules.game import Game, GameInfo, Variant


class OfVariant:
    """A mixin for values with a ``game`` and a ``variant_id``."""

    __slots__ = ()

    game: str
    variant_id: str

    @property
    def info(self) -> GameInfo:
        """The game; raises KeyError if this version does not have it."""
        return GAMES[self.game].info

    @property
    def variant(self) -> Variant:
        """The variant; raises StopIteration if this version does not have it."""
        return next(each for each in self.info.variants if each.id == self.variant_id)


def game_of(game: str) -> Game:
    """The game with this id; raises UnknownGame."""
    if game not in GAMES:
        raise UnknownGame(game)
    return GAMES[game]


def rules_of(game: str, version: int) -> Game:
    """The game by the rules of ``version``; raises UnknownGame or RulesVersionMissing."""
    newest = game_of(game)
    found = GAMES.of_version(game, version)
    if found is None:
        raise RulesVersionMissing(newest.info, version)
    return found


def two_player_variant(info: GameInfo, variant: str | None) -> Variant | None:
    """This variant, or the first for two players; None for one with more. Raises UnknownVariant."""
    usual = next((each for each in info.variants if each.seats == 2), info.variants[0])
    chosen = usual if variant is None else variant_of(info, variant)
    return chosen if chosen.seats == 2 else None


def variant_of(info: GameInfo, variant: str | None) -> Variant:
    """The variant with this id, the default one for None; raises UnknownVariant."""
    if variant is None:
        return info.variants[0]
    for each in info.variants:
        if each.id == variant:
            return each
    raise UnknownVariant(info, variant)
