"""Why something was not done in a tournament.

Whenever one of these is raised, nothing was written.
"""

from bot.core.clocks import Clock
from bot.core.errors import ServiceError
from bot.features.tournaments.values import Tournament
from data.ids import PlayerId, RoleId
from rules.game import GameInfo
from rules.texts import Counted, Text, sentences


class TournamentRefusal(ServiceError):
    """Something is not done in a tournament."""

    tournament: Tournament


class UnknownTournament(ServiceError):
    says = Text("There is no such tournament here.")


class NoTournamentHere(ServiceError):
    says = sentences(
        Text("There is no tournament in this server now."),
        Text("People who manage it make one with `/tournament create`."),
    )


class TournamentForTwo(ServiceError):
    says = sentences(
        Text("Tournament games are for two players."),
        Counted("{game} has {number} variant for two.", "{game} has {number} variants for two."),
    )

    info: GameInfo

    @property
    def number(self) -> int:
        """How many variants of the game are for two."""
        return sum(each.seats == 2 for each in self.info.variants)


class TournamentNeedsClock(ServiceError):
    says = Text("A tournament needs a clock, so that nobody waits for ever: `3d+12h/4d` is usual.")


class ClockTooQuick(ServiceError):
    says = sentences(
        Text("With this clock both players must be online at once: {clock}."),
        Text("Choose a clock of days."),
    )

    clock: Clock


class BadName(ServiceError):
    says = Text("A name needs 1 to {longest} characters, and at least one letter or digit.")

    longest: int


class BadRules(ServiceError):
    says = Text("The panel does not offer these settings. Nothing was done.")


class RatingsCrossed(ServiceError):
    says = Text("Nobody has a rating from {low} to {high}: type the lower number first.")

    low: int
    high: int


class PlacesOutside(ServiceError):
    says = Text("This format is for {least} to {most} players. At most {typed} does not fit.")

    typed: int
    least: int
    most: int


class LeagueExists(TournamentRefusal):
    """The server has a league of this game that goes on."""


class TooManyTournaments(ServiceError):
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
    says = Text("Round {paired} of {rounds} is paired; entry ended with round {last}.")

    paired: int
    rounds: int

    @property
    def last(self) -> int:
        """The last round for which people could enter."""
        return self.rounds // 2


class LastRoundPaired(TournamentRefusal):
    says = Text("The last round is paired.")


class PairingFailed(ServiceError):
    says = Text("The next round could not be paired. It is tried again in a minute.")

    reason: str


class RolesUnknown(ServiceError):
    says = Text("Discord did not say who has the role. I ask again in a minute.")


class HasBegun(TournamentRefusal):
    says = Text("It has begun.")


class SettingsFixed(TournamentRefusal):
    says = Text("It has begun: its clock, games and tie-breaks stay as they are.")


class NotBegun(TournamentRefusal):
    """It is too early for this."""


class TournamentOver(TournamentRefusal):
    """It is over, or was cancelled; ``winner_id`` is None where nobody has won."""

    winner_id: PlayerId | None


class AlreadyIn(ServiceError):
    says = Text("You are in, as number {number}.")

    number: int


class NotIn(TournamentRefusal):
    """The player has not entered."""

    player_id: PlayerId


class AlreadyOut(ServiceError):
    says = Text("{player} has already left.")

    player_id: PlayerId


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
    says = sentences(
        Counted(
            "Play {number} rated match of {game} here first.",
            "Play {number} rated matches of {game} here first.",
        ),
        Text("You have {played}."),
    )

    info: GameInfo
    number: int
    played: int


class NeedsRole(ServiceError):
    """Only people with this role may enter."""

    role_id: RoleId


class EntryByInvitation(ServiceError):
    says = Text("Entry is by invitation. Ask {organiser}.")

    organiser_id: PlayerId


class WithdrawnLately(TournamentRefusal):
    """Withdrawn from ``tournament`` for not playing; ``organiser_id`` can put them in."""

    organiser_id: PlayerId


class EnteredTooMany(ServiceError):
    says = Text("You are in {most} tournaments here. Let one end first.")

    most: int


class NoSittingOut(ServiceError):
    says = Text("Only players of the last season can sit one out.")


class SatOutBefore(ServiceError):
    says = Text("You sat out last season. Play this one, or leave and give up your place.")


class NotTheOrganiser(ServiceError):
    says = Text("Only {organiser} and people who manage matches here can do that.")

    organiser_id: PlayerId


class OwnFavour(ServiceError):
    says = Text(
        "That is about yourself, so somebody else has to decide it: another manager of this "
        "server, or the organiser if that is not you. Nothing was changed."
    )


class NothingToDecide(ServiceError):
    says = Text("All games of these two have begun. To decide one of them, use `/manage`.")


class IsOut(TournamentRefusal):
    """The player, who would play on, was withdrawn: the game would be lost again at once."""

    player_id: PlayerId


class LetPlayOnTooLate(TournamentRefusal):
    """Others rely on the result, or all is over: only the organiser lets somebody play on."""
