"""The games, a folder each, in the order in which people are offered them."""

from rules.game import Game
from rules.games.abande import Abande
from rules.games.apart import Apart
from rules.games.detach import Detach
from rules.games.glaisher import Glaisher
from rules.games.halves import Halves

ALL: tuple[Game, ...] = (Detach(), Halves(), Apart(), Abande(), Glaisher())

EARLIER: tuple[Game, ...] = ()
"""Games by the rules of earlier versions, by which matches that began with them go on."""
