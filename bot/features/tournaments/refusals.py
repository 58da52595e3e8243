"""Why something is not done in a tournament, in sentences."""

from bot.core.clocks import say_clock
from bot.features.tournaments.errors import (
    AlreadyIn,
    AlreadyOut,
    BadName,
    BadRules,
    ClockTooQuick,
    EnteredTooMany,
    EntryByInvitation,
    EntryEnded,
    HasBegun,
    IsOut,
    LastRoundPaired,
    LeagueExists,
    LetPlayOnTooLate,
    NeedsRole,
    NoSittingOut,
    NotBegun,
    NothingToDecide,
    NotIn,
    NoTournamentHere,
    NotTheOrganiser,
    OwnFavour,
    PairingFailed,
    PlacesOutside,
    RatingOutside,
    RatingsCrossed,
    RolesUnknown,
    SatOutBefore,
    SettingsFixed,
    TooFewForRounds,
    TooFewMatches,
    TooFewPlayers,
    TooManyTournaments,
    TournamentForTwo,
    TournamentFull,
    TournamentNeedsClock,
    TournamentOver,
    UnknownTournament,
    WithdrawnLately,
)
from bot.features.tournaments.values import Tournament
from bot.features.tournaments.words import named, ratings_from_to, taken
from bot.screen.interaction import Refusals
from bot.screen.names import TITLE, harmless
from bot.screen.words import mention
from rules.texts import Counted, Plain, Text, Words, sentences


def _name(tournament: Tournament) -> Words:
    return Plain("*{name}*", name=harmless(tournament.name, TITLE))


def _over(error: TournamentOver) -> Text:
    won = None
    if error.winner_id is not None:
        won = Text("{players} won.", players=mention(error.winner_id))
    return sentences(Text("{name} is over.", name=_name(error.tournament)), won)


def _relied_on(tournament: Tournament) -> Text:
    if tournament.has_begun:
        return Text("Other games in {name} already depend on this result.", name=_name(tournament))
    return Text("{name} is over.", name=_name(tournament))


_WITHIN = Counted("One player is in.", "{number} players are in.")


def _too_few_for_rounds(error: TooFewForRounds) -> Text:
    return sentences(
        Counted("{rounds} rounds need {number} players.", "", 2 * error.rounds).of(
            rounds=error.rounds
        ),
        _WITHIN.of(number=error.players),
        Text("Choose {rounds} rounds, or a round robin.", rounds=error.players // 2),
    )


def _for_two(error: TournamentForTwo) -> Text:
    return sentences(
        Text("Tournament games are for two players."),
        Counted(
            "{game} has {number} variant for two.",
            "{game} has {number} variants for two.",
            sum(each.seats == 2 for each in error.info.variants),
            game=error.info.name,
        ),
    )


def _too_few_matches(error: TooFewMatches) -> Text:
    return sentences(
        Counted(
            "Play {number} rated match of {game} here first.",
            "Play {number} rated matches of {game} here first.",
            error.needed,
            game=error.info.name,
        ),
        Text("You have {played}.", played=error.played),
    )


REFUSALS: Refusals = {
    UnknownTournament: Text("There is no such tournament here."),
    NoTournamentHere: lambda _: sentences(
        Text("There is no tournament in this server now."),
        Text("People who manage it make one with `/tournament create`."),
    ),
    TournamentForTwo: _for_two,
    TournamentNeedsClock: Text(
        "A tournament needs a clock, so that nobody waits for ever: `3d+12h/4d` is usual."
    ),
    ClockTooQuick: lambda error: sentences(
        Text(
            "With this clock both players must be online at once: {clock}.",
            clock=say_clock(error.clock),
        ),
        Text("Choose a clock of days."),
    ),
    BadName: Text("A name needs 1 to {longest} characters, and at least one letter or digit."),
    BadRules: Text("The panel does not offer these settings. Nothing was done."),
    RatingsCrossed: Text("Nobody has a rating from {low} to {high}: type the lower number first."),
    PlacesOutside: Text(
        "This format is for {least} to {most} players. At most {typed} does not fit."
    ),
    LeagueExists: lambda error: Text(
        "{name} is already the {game} league here. Cancel it first.",
        name=named(error.tournament),
        game=error.tournament.info.name,
    ),
    TooManyTournaments: Text("{most} tournaments are open here. End one first."),
    TooFewPlayers: lambda error: sentences(
        _WITHIN.of(number=error.players) if error.players else Text("Nobody is in yet."),
        Text("It needs {least}, and waits until then.", least=error.least),
    ),
    TooFewForRounds: _too_few_for_rounds,
    EntryEnded: lambda error: Text(
        "Round {paired} of {rounds} is paired; entry ended with round {last}.",
        paired=error.paired,
        rounds=error.rounds,
        last=error.rounds // 2,
    ),
    LastRoundPaired: Text("The last round is paired."),
    PairingFailed: Text("The next round could not be paired. It is tried again in a minute."),
    RolesUnknown: Text("Discord did not say who has the role. I ask again in a minute."),
    HasBegun: Text("It has begun."),
    SettingsFixed: Text("It has begun: its clock, games and tie-breaks stay as they are."),
    NotBegun: lambda error: Text(
        "That changes nothing: {name} is not running, or is already so.",
        name=named(error.tournament),
    ),
    TournamentOver: _over,
    AlreadyIn: Text("You are in, as number {number}."),
    NotIn: lambda error: Text(
        "{player} is not in {name}.",
        player=mention(error.player_id),
        name=named(error.tournament),
    ),
    AlreadyOut: lambda error: Text(
        "{player} has already left.", player=mention(error.entrant.player_id)
    ),
    TournamentFull: lambda error: taken(error.most, error.place),
    RatingOutside: lambda error: sentences(
        Text("Entry: {conditions}.", conditions=ratings_from_to(error.low, error.high)),
        Text("Your rating is {rating}.", rating=error.rating),
    ),
    TooFewMatches: _too_few_matches,
    NeedsRole: lambda error: Text("Only {role} may enter.", role=f"<@&{error.role_id}>"),
    EntryByInvitation: lambda error: Text(
        "Entry is by invitation. Ask {organiser}.",
        organiser=mention(error.tournament.organiser_id),
    ),
    WithdrawnLately: lambda error: sentences(
        Text(
            "You were withdrawn from {name} for two games lost on time.",
            name=_name(error.tournament),
        ),
        Text(
            "Ask {organiser} to invite you.",
            organiser=mention(error.organiser_id),
        ),
    ),
    EnteredTooMany: Text("You are in {most} tournaments here. Let one end first."),
    NoSittingOut: Text("Only players of the last season can sit one out."),
    SatOutBefore: Text("You sat out last season. Play this one, or leave and give up your place."),
    NotTheOrganiser: Text("Only {organiser} and people who manage matches here can do that."),
    OwnFavour: Text(
        "That is about yourself, so somebody else has to decide it: another manager of this "
        "server, or the organiser if that is not you. Nothing was changed."
    ),
    NothingToDecide: Text(
        "All games of these two have begun. To decide one of them, use `/manage`."
    ),
    IsOut: lambda error: sentences(
        Text(
            "{player} is out of {name}, and would lose the game again at once.",
            player=mention(error.player_id),
            name=_name(error.tournament),
        ),
        Text("The organiser can readmit them first.")
        if error.tournament.has_begun
        else Text("People who manage matches here can decide it: `/manage`."),
    ),
    LetPlayOnTooLate: lambda error: sentences(
        _relied_on(error.tournament),
        Text(
            "Only {organiser} and people who manage matches here can let somebody play on.",
            organiser=mention(error.tournament.organiser_id),
        ),
    ),
}
