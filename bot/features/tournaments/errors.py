"""Why something was not done in a tournament.

Whenever one of these is raised, nothing was written.
"""

from bot.core.clocks import Clock
from bot.core.errors import ServiceError
from bot.features.tournaments.values import Tournament, ratings_from_to
from data.ids import PlayerId, RoleId
from rules.game import GameInfo
from rules.texts import Counted, Plain, Text, sentences

WITHIN = Counted("One player has joined.", "{number} players have joined.")
TITLE = Plain("*{title}*")
"""The name of a tournament in italics."""


class TournamentRefusal(ServiceError):
    """Something is not done in a tournament.

    It fills ``{title}`` by its name, ``{name}`` by its name with the season, and ``{game}``.
    """

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
    says = Text(
        "A tournament needs a time control, so that nobody waits for ever: `3d+12h/4d` is usual."
    )


class ClockTooQuick(ServiceError):
    says = sentences(
        Text("With this time control both players must be online at the same time: {clock}."),
        Text("Choose a time control in days, such as `3d`."),
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
    says = Text("This format is for {least} to {most} players. A limit of {typed} is outside that.")

    typed: int
    least: int
    most: int


class LeagueExists(TournamentRefusal):
    says = Text("{name} is already the {game} league here. Cancel it first.")


class TooManyTournaments(ServiceError):
    says = Text("{most} tournaments are open here. End one first.")

    most: int


class TooFewPlayers(ServiceError):
    players: int
    least: int

    @property
    def says(self) -> Text:
        within = WITHIN.of(number=self.players) if self.players else Text("Nobody has joined yet.")
        return sentences(within, Text("It needs {least} players before it can begin."))


class TooFewForRounds(ServiceError):
    rounds: int
    players: int

    @property
    def says(self) -> Text:
        return sentences(
            Counted("{rounds} rounds need {number} players.", "", 2 * self.rounds),
            WITHIN.of(number=self.players),
            Text("Choose {rounds} rounds, or a round robin.", rounds=self.players // 2),
        )


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
    says = Text("It has begun: its time control, games and tie-breaks stay as they are.")


class NotBegun(TournamentRefusal):
    says = Text("Nothing to do: {name} is not running, or is that way already.")


class TournamentOver(TournamentRefusal):
    """It is over, or was cancelled; ``winner_id`` is None where nobody has won."""

    winner_id: PlayerId | None

    @property
    def says(self) -> Text:
        won = Text("{players} won.", players=Plain("{winner}")) if self.winner_id else None
        return sentences(Text("{name} is over.", name=TITLE), won)


class AlreadyIn(ServiceError):
    says = Text("You have joined, as number {number}.")

    number: int


class NotIn(TournamentRefusal):
    says = Text("{player} is not in {name}.")

    player_id: PlayerId


class AlreadyOut(ServiceError):
    says = Text("{player} has already left.")

    player_id: PlayerId


class TournamentFull(ServiceError):
    """All places are taken; ``place`` is the player's in the line, 0 where there is none."""

    most: int
    place: int = 0

    @property
    def says(self) -> Text:
        waits = (
            Text("You are number {number} on the waiting list.", number=self.place)
            if self.place
            else None
        )
        return sentences(Text("All {most} places are taken."), waits)


class RatingOutside(ServiceError):
    """It is for other ratings; ``low`` or ``high`` may be None."""

    says = sentences(Text("Entry: {conditions}."), Text("Your rating is {rating}."))

    low: int | None
    high: int | None
    rating: int

    @property
    def conditions(self) -> Text:
        """The ratings for which it is."""
        return ratings_from_to(self.low, self.high)


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
    says = Text("Only {role} may enter.", role=Plain("<@&{role}>"))

    role_id: RoleId


class EntryByInvitation(ServiceError):
    says = Text("Entry is by invitation. Ask {organiser}.")

    organiser_id: PlayerId


class WithdrawnLately(TournamentRefusal):
    """Withdrawn from ``tournament`` for not playing; ``organiser_id`` can put them in."""

    says = sentences(
        Text("You were withdrawn from {name} for two games lost on time.", name=TITLE),
        Text("Ask {organiser} to invite you."),
    )

    organiser_id: PlayerId


class EnteredTooMany(ServiceError):
    says = Text("You are in {most} tournaments here, which is the limit. One has to end first.")

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

    @property
    def says(self) -> Text:
        decided = Text("The organiser can readmit them first.")
        if not self.tournament.has_begun:
            decided = Text("People who manage matches here can decide it: `/manage`.")
        gone = Text("{player} is out of {name}, and would lose the game again at once.", name=TITLE)
        return sentences(gone, decided)


class LetPlayOnTooLate(TournamentRefusal):
    """Others rely on the result, or all is over: only the organiser lets somebody play on."""

    @property
    def says(self) -> Text:
        why = Text("{name} is over.", name=TITLE)
        if self.tournament.has_begun:
            why = Text("Other games in {name} already depend on this result.", name=TITLE)
        who = Text("Only {organiser} and people who manage matches here can let somebody play on.")
        return sentences(why, who)

    @property
    def organiser_id(self) -> PlayerId:
        """Who can do it instead."""
        return self.tournament.organiser_id
