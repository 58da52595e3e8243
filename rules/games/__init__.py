"""The games, a folder each, looked up by everybody in one mapping."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager

from rules.game import Game
from rules.games.abande import Abande
from rules.games.apart import Apart
from rules.games.detach import Detach
from rules.games.glaisher import Glaisher
from rules.games.halves import Halves
from rules.texts import Text

ALL: tuple[Game, ...] = (Detach(), Halves(), Apart(), Abande(), Glaisher())

EARLIER: tuple[Game, ...] = ()
"""Games by the rules of earlier versions, by which matches that began with them go on."""


class Games(Mapping[str, Game]):
    """Games by their ids, in the order in which people are offered them."""

    def __init__(self, games: Iterable[Game], earlier: Iterable[Game] = ()) -> None:
        self._games = {game.info.id: game for game in games}
        self._earlier = tuple(earlier)

    def __getitem__(self, game: str) -> Game:
        return self._games[game]

    def __iter__(self) -> Iterator[str]:
        return iter(self._games)

    def __len__(self) -> int:
        return len(self._games)

    def of_version(self, game: str, version: int) -> Game | None:
        """The game by the rules of this version, None where they are not kept.

        A match goes on by the rules with which it began, however they were mended since.
        """
        known = (*self._games.values(), *self._earlier)
        fitting = (each for each in known if (each.info.id, each.info.version) == (game, version))
        return next(fitting, None)

    def name_of(self, game: str) -> str:
        """What the game is called; its id where there is no such game."""
        return self._games[game].info.name if game in self._games else game

    def variant_name(self, game: str, version: int, variant: str) -> Text | None:
        """What the variant is called by the rules of this version; None for the usual one.

        Where these rules are not kept, its id, and that they are not.
        """
        rules = self.of_version(game, version)
        names = {} if rules is None else {each.id: each.name for each in rules.info.variants}
        if variant not in names:
            return Text(
                "{variant}, under older rules that this version no longer has", variant=variant
            )
        return None if variant == next(iter(names)) else names[variant]

    @contextmanager
    def registered(self, game: Game) -> Iterator[Game]:
        """``game`` can be played as well, the last in order, until the context ends.

        Raises ValueError when a game of that id is known already.
        """
        known, name = self._games, game.info.id
        if name in known:
            raise ValueError(f"there is a game called {name}")
        self._games = known | {name: game}
        try:
            yield game
        finally:
            self._games = {key: other for key, other in self._games.items() if key != name}


GAMES = Games(ALL, EARLIER)
"""Every game by its id, in the order in which people are offered them."""
