"""Why something was not done in a tournament.

Whenever one of these is raised, nothing was written.
"""

from bot.core.clocks import Clock
from bot.core.errors import ServiceError
from bot.features.tournaments.values import Entrant, Tournament
from data.ids import PlayerId, RoleId
from rules.game import GameInfo
from rules.texts import Text


class TournamentRefusal(ServiceError):
    """Something is not done in a tournament."""

    tournament: Tournament


class UnknownTournament(ServiceError):
    """There is no tournament with this id in the server."""

    says = Text("There is no such tournament here.")


class NoTournamentHere(ServiceError):
    """Nothing runs or opens in the server."""


class TournamentForTwo(ServiceError):
    """Tournaments are for two at a board, which this variant is not."""

    info: GameInfo


class TournamentNeedsClock(ServiceError):
    """Without a clock somebody would wait for ever."""

    says = Text("A tournament needs a clock, so that nobody waits for ever: `3d+12h/4d` is usual.")


class ClockTooQuick(ServiceError):
    """With this clock both would have to be there at once."""

    clock: Clock


class BadName(ServiceError):
    """A name has 1 to ``longest`` characters, a letter or digit among them."""

    says = Text("A name needs 1 to {longest} characters, and at least one letter or digit.")

    longest: int


class BadRules(ServiceError):
    """These settings are none that can be chosen."""

    says = Text("The panel does not offer these settings. Nothing was done.")


class RatingsCrossed(ServiceError):
    """Nobody has a rating from ``low`` to ``high``: it is the higher one."""

    says = Text("Nobody has a rating from {low} to {high}: type the lower number first.")

    low: int
    high: int


class PlacesOutside(ServiceError):
    """``typed`` players at most are asked for, of a format for ``least`` to ``most``."""

    says = Text("This format is for {least} to {most} players. At most {typed} does not fit.")

    typed: int
    least: int
    most: int


class LeagueExists(TournamentRefusal):
    """The server has a league of this game that goes on."""


class TooManyTournaments(ServiceError):
    """So many are open in the server already."""

    says = Text("{most} tournaments are open here. End one first.")

    most: int


class TooFewPlayers(ServiceError):
    """``players`` are in; it takes more to begin."""

    players: int
    least: int


class TooFewForRounds(ServiceError):
    """So many ``rounds`` need more players."""

    rounds: int
    players: int


class EntryEnded(ServiceError):
    """It is too late to enter: ``paired`` of the ``rounds`` are."""

    paired: int
    rounds: int


class LastRoundPaired(TournamentRefusal):
    """There is no round that could be sat out, or paired."""

    says = Text("The last round is paired.")


class PairingFailed(ServiceError):
    """The next round could not be paired, which is tried again in a minute."""

    says = Text("The next round could not be paired. It is tried again in a minute.")

    reason: str


class RolesUnknown(ServiceError):
    """Discord did not say who has a role; it is asked again in a minute."""

    says = Text("Discord did not say who has the role. I ask again in a minute.")


class HasBegun(TournamentRefusal):
    """It is too late for this."""

    says = Text("It has begun.")


class SettingsFixed(TournamentRefusal):
    """It has begun: its settings stay as they are."""

    says = Text("It has begun: its clock, games and tie-breaks stay as they are.")


class NotBegun(TournamentRefusal):
    """It is too early for this."""


class TournamentOver(TournamentRefusal):
    """It is over, or was cancelled; ``winner_id`` is None where nobody has won."""

    winner_id: PlayerId | None


class AlreadyIn(ServiceError):
    """The player is in, as number ``number``."""

    says = Text("You are in, as number {number}.")

    number: int


class NotIn(TournamentRefusal):
    """The player has not entered."""

    player_id: PlayerId


class AlreadyOut(ServiceError):
    """The player was withdrawn before."""

    entrant: Entrant


class TournamentFull(ServiceError):
    """All places are taken; ``place`` is the player's in the line, 0 where there is none."""

    most: int
    place: int = 0


class RatingOutside(ServiceError):
    """It is for other ratings; ``low`` or ``high`` may be None."""

    low: int | None
    high: int | None
    rating: int


class TooFewMatches(ServiceError):
    """It takes so many rated matches of the game here first."""

    info: GameInfo
    needed: int
    played: int


class NeedsRole(ServiceError):
    """Only people with this role may enter."""

    role_id: RoleId


class EntryByInvitation(TournamentRefusal):
    """Nobody enters without an invitation of the organiser."""


class WithdrawnLately(TournamentRefusal):
    """Withdrawn from ``tournament`` for not playing; ``organiser_id`` can put them in."""

    organiser_id: PlayerId


class EnteredTooMany(ServiceError):
    """Nobody is in more than ``most`` tournaments of a server at once."""

    says = Text("You are in {most} tournaments here. Let one end first.")

    most: int


class NoSittingOut(ServiceError):
    """Only seasons of a league are sat out, by who is in it already."""

    says = Text("Only players of the last season can sit one out.")


class SatOutBefore(ServiceError):
    """Nobody sits out two seasons running."""

    says = Text("You sat out last season. Play this one, or leave and give up your place.")


class NotTheOrganiser(ServiceError):
    """Only the organiser, and who rules over matches here, may do this."""

    says = Text("Only {organiser} and people who manage matches here can do that.")

    organiser_id: PlayerId


class OwnFavour(ServiceError):
    """Who organises and plays decides nothing in their own favour."""

    says = Text(
        "That is about yourself, so somebody else has to decide it: another manager of this "
        "server, or the organiser if that is not you. Nothing was changed."
    )


class NothingToDecide(ServiceError):
    """The two have no pairing that could be decided without play."""

    says = Text("All games of these two have begun. To decide one of them, use `/manage`.")


class IsOut(TournamentRefusal):
    """The player, who would play on, was withdrawn: the game would be lost again at once."""

    player_id: PlayerId


class LetPlayOnTooLate(TournamentRefusal):
    """Others rely on the result, or all is over: only the organiser lets somebody play on."""
