"""Why something is not done in a tournament, in sentences."""

from bot.chat.common.names import TITLE, harmless
from bot.chat.common.text import mention
from bot.chat.interaction import Refusals
from bot.chat.tournaments.text import named, ratings_from_to, taken
from bot.services import tournaments as cups
from bot.services.clocks import say_clock
from rules.texts import Counted, Plain, Text, Words, sentences


def _name(tournament: cups.Tournament) -> Words:
    return Plain("*{name}*", name=harmless(tournament.name, TITLE))


def _over(error: cups.TournamentOver) -> Text:
    won = None
    if error.winner_id is not None:
        won = Text("{players} won.", players=mention(error.winner_id))
    return sentences(Text("{name} is over.", name=_name(error.tournament)), won)


def _relied_on(tournament: cups.Tournament) -> Text:
    if tournament.has_begun:
        return Text("Other games in {name} already depend on this result.", name=_name(tournament))
    return Text("{name} is over.", name=_name(tournament))


_WITHIN = Counted("One player is in.", "{number} players are in.")


def _too_few_for_rounds(error: cups.TooFewForRounds) -> Text:
    return sentences(
        Counted("{rounds} rounds need {number} players.", "", 2 * error.rounds).of(
            rounds=error.rounds
        ),
        _WITHIN.of(number=error.players),
        Text("Choose {rounds} rounds, or a round robin.", rounds=error.players // 2),
    )


def _for_two(error: cups.TournamentForTwo) -> Text:
    return sentences(
        Text("Tournament games are for two players."),
        Counted(
            "{game} has {number} variant for two.",
            "{game} has {number} variants for two.",
            sum(each.seats == 2 for each in error.info.variants),
            game=error.info.name,
        ),
    )


def _too_few_matches(error: cups.TooFewMatches) -> Text:
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
    cups.UnknownTournament: Text("There is no such tournament here."),
    cups.NoTournamentHere: lambda _: sentences(
        Text("There is no tournament in this server now."),
        Text("People who manage it make one with `/tournament create`."),
    ),
    cups.TournamentForTwo: _for_two,
    cups.TournamentNeedsClock: Text(
        "A tournament needs a clock, so that nobody waits for ever: `3d+12h/4d` is usual."
    ),
    cups.ClockTooQuick: lambda error: sentences(
        Text(
            "With this clock both players must be online at once: {clock}.",
            clock=say_clock(error.clock),
        ),
        Text("Choose a clock of days."),
    ),
    cups.BadName: Text("A name needs 1 to {longest} characters, and at least one letter or digit."),
    cups.BadRules: Text("The panel does not offer these settings. Nothing was done."),
    cups.RatingsCrossed: Text(
        "Nobody has a rating from {low} to {high}: type the lower number first."
    ),
    cups.PlacesOutside: Text(
        "This format is for {least} to {most} players. At most {typed} does not fit."
    ),
    cups.LeagueExists: lambda error: Text(
        "{name} is already the {game} league here. Cancel it first.",
        name=named(error.tournament),
        game=error.tournament.info.name,
    ),
    cups.TooManyTournaments: Text("{most} tournaments are open here. End one first."),
    cups.TooFewPlayers: lambda error: sentences(
        _WITHIN.of(number=error.players) if error.players else Text("Nobody is in yet."),
        Text("It needs {least}, and waits until then.", least=error.least),
    ),
    cups.TooFewForRounds: _too_few_for_rounds,
    cups.EntryEnded: lambda error: Text(
        "Round {paired} of {rounds} is paired; entry ended with round {last}.",
        paired=error.paired,
        rounds=error.rounds,
        last=error.rounds // 2,
    ),
    cups.LastRoundPaired: Text("The last round is paired."),
    cups.PairingFailed: Text("The next round could not be paired. It is tried again in a minute."),
    cups.RolesUnknown: Text("Discord did not say who has the role. I ask again in a minute."),
    cups.HasBegun: Text("It has begun."),
    cups.SettingsFixed: Text("It has begun: its clock, games and tie-breaks stay as they are."),
    cups.NotBegun: lambda error: Text(
        "That changes nothing: {name} is not running, or is already so.",
        name=named(error.tournament),
    ),
    cups.TournamentOver: _over,
    cups.AlreadyIn: Text("You are in, as number {number}."),
    cups.NotIn: lambda error: Text(
        "{player} is not in {name}.",
        player=mention(error.player_id),
        name=named(error.tournament),
    ),
    cups.AlreadyOut: lambda error: Text(
        "{player} has already left.", player=mention(error.entrant.player_id)
    ),
    cups.TournamentFull: lambda error: taken(error.most, error.place),
    cups.RatingOutside: lambda error: sentences(
        Text("Entry: {conditions}.", conditions=ratings_from_to(error.low, error.high)),
        Text("Your rating is {rating}.", rating=error.rating),
    ),
    cups.TooFewMatches: _too_few_matches,
    cups.NeedsRole: lambda error: Text("Only {role} may enter.", role=f"<@&{error.role_id}>"),
    cups.EntryByInvitation: lambda error: Text(
        "Entry is by invitation. Ask {organiser}.",
        organiser=mention(error.tournament.organiser_id),
    ),
    cups.WithdrawnLately: lambda error: sentences(
        Text(
            "You were withdrawn from {name} for two games lost on time.",
            name=_name(error.tournament),
        ),
        Text(
            "Ask {organiser} to invite you.",
            organiser=mention(error.organiser_id),
        ),
    ),
    cups.EnteredTooMany: Text("You are in {most} tournaments here. Let one end first."),
    cups.NoSittingOut: Text("Only players of the last season can sit one out."),
    cups.SatOutBefore: Text(
        "You sat out last season. Play this one, or leave and give up your place."
    ),
    cups.NotTheOrganiser: Text("Only {organiser} and people who manage matches here can do that."),
    cups.OwnFavour: Text(
        "That is about yourself, so somebody else has to decide it: another manager of this "
        "server, or the organiser if that is not you. Nothing was changed."
    ),
    cups.NothingToDecide: Text(
        "All games of these two have begun. To decide one of them, use `/manage`."
    ),
    cups.IsOut: lambda error: sentences(
        Text(
            "{player} is out of {name}, and would lose the game again at once.",
            player=mention(error.player_id),
            name=_name(error.tournament),
        ),
        Text("The organiser can readmit them first.")
        if error.tournament.has_begun
        else Text("People who manage matches here can decide it: `/manage`."),
    ),
    cups.LetPlayOnTooLate: lambda error: sentences(
        _relied_on(error.tournament),
        Text(
            "Only {organiser} and people who manage matches here can let somebody play on.",
            organiser=mention(error.tournament.organiser_id),
        ),
    ),
}
