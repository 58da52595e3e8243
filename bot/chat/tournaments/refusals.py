"""Why something is not done in a tournament, in sentences."""

from bot.chat.common.names import TITLE, harmless
from bot.chat.common.text import mention
from bot.chat.interaction import Refusals
from bot.chat.tournaments.text import named, ratings_from_to, taken
from bot.services import tournaments as cups
from bot.services.clocks import say_clock
from rules.texts import Counted, Plain, Text, Words, listed, sentences


def _name(tournament: cups.Tournament) -> Words:
    return Plain("*{name}*", name=harmless(tournament.name, TITLE))


def _over(error: cups.TournamentOver) -> Text:
    won = None
    if error.winner_id is not None:
        won = Text("{players} won.", players=mention(error.winner_id))
    return sentences(Text("{name} is over.", name=_name(error.tournament)), won)


def _too_few(error: cups.TooFewPlayers) -> Text:
    within = Counted("One player is in.", "{number} players are in.", error.players)
    return sentences(
        within if error.players else Text("Nobody is in yet."),
        Text("It needs {least}, and waits until then.", least=error.least),
    )


def _too_few_for_rounds(error: cups.TooFewForRounds) -> Text:
    return sentences(
        Counted("{rounds} rounds need {number} players.", "", 2 * error.rounds).of(
            rounds=error.rounds
        ),
        Counted("One player is in.", "{number} players are in.", error.players),
        Text("Choose {rounds} rounds, or a round robin.", rounds=error.players // 2),
    )


def _outside(error: cups.RatingOutside) -> Text:
    return sentences(
        Text("Entry: {conditions}.", conditions=ratings_from_to(error.low, error.high)),
        Text("Your rating is {rating}.", rating=error.rating),
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
    cups.UnknownTournament: lambda _: Text("There is no such tournament here."),
    cups.NoTournamentHere: lambda _: sentences(
        Text("There is no tournament in this server now."),
        Text("People who manage it make one with `/tournament create`."),
    ),
    cups.TournamentForTwo: _for_two,
    cups.TournamentNeedsClock: lambda _: Text(
        "A tournament needs a clock, so that nobody waits for ever: `3d+12h/4d` is usual."
    ),
    cups.ClockTooQuick: lambda error: sentences(
        Text(
            "With this clock both players must be online at once: {clock}.",
            clock=say_clock(error.clock),
        ),
        Text("Choose a clock of days."),
    ),
    cups.BadName: lambda error: Text(
        "A name needs 1 to {longest} characters, and at least one letter or digit.",
        longest=error.longest,
    ),
    cups.BadRules: lambda _: Text("The panel does not offer these settings. Nothing was done."),
    cups.RatingsCrossed: lambda error: Text(
        "Nobody has a rating from {low} to {high}: type the lower number first.",
        low=error.low,
        high=error.high,
    ),
    cups.PlacesOutside: lambda error: Text(
        "This format is for {least} to {most} players. At most {typed} does not fit.",
        least=error.least,
        most=error.most,
        typed=error.typed,
    ),
    cups.LeagueExists: lambda error: Text(
        "{name} is already the {game} league here. Cancel it first.",
        name=named(error.tournament),
        game=error.tournament.info.name,
    ),
    cups.TooManyTournaments: lambda error: Text(
        "{most} tournaments are open here. End one first.", most=error.most
    ),
    cups.TooFewPlayers: _too_few,
    cups.TooFewForRounds: _too_few_for_rounds,
    cups.EntryEnded: lambda error: Text(
        "Round {paired} of {rounds} is paired; entry ended with round {last}.",
        paired=error.paired,
        rounds=error.rounds,
        last=error.rounds // 2,
    ),
    cups.LastRoundPaired: lambda _: Text("The last round is paired."),
    cups.PairingFailed: lambda _: Text(
        "The next round could not be paired. It is tried again in a minute."
    ),
    cups.RolesUnknown: lambda _: Text(
        "Discord did not say who has the role. I ask again in a minute."
    ),
    cups.HasBegun: lambda _: Text("It has begun."),
    cups.SettingsFixed: lambda _: Text(
        "It has begun: its clock, games and tie-breaks stay as they are."
    ),
    cups.NotBegun: lambda error: Text(
        "That changes nothing: {name} is not running, or is already so.",
        name=named(error.tournament),
    ),
    cups.TournamentOver: _over,
    cups.AlreadyIn: lambda error: Text("You are in, as number {number}.", number=error.number),
    cups.ReplacingTooLate: lambda error: Text(
        "{players} have both moved in that game. Decide it instead.",
        players=listed([*map(mention, error.players)]),
    ),
    cups.NotIn: lambda error: Text(
        "{player} is not in {name}.",
        player=mention(error.player_id),
        name=named(error.tournament),
    ),
    cups.AlreadyOut: lambda error: Text(
        "{player} has already left.", player=mention(error.entrant.player_id)
    ),
    cups.TournamentFull: lambda error: taken(error.most, error.place),
    cups.RatingOutside: _outside,
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
    cups.EnteredTooMany: lambda error: Text(
        "You are in {most} tournaments here. Let one end first.", most=error.most
    ),
    cups.NoSittingOut: lambda _: Text("Only players of the last season can sit one out."),
    cups.SatOutBefore: lambda _: Text(
        "You sat out last season. Play this one, or leave and give up your place."
    ),
    cups.NotTheOrganiser: lambda error: Text(
        "Only {organiser} and people who manage matches here can do that.",
        organiser=mention(error.organiser_id),
    ),
    cups.NothingToDecide: lambda _: Text(
        "All games of these two have begun. To decide one of them, use `/manage decide`."
    ),
    cups.LetPlayOnTooLate: lambda error: sentences(
        Text("Other games in {name} already depend on this result.", name=_name(error.tournament)),
        Text(
            "Only {organiser} and people who manage matches here can let somebody play on.",
            organiser=mention(error.tournament.organiser_id),
        ),
    ),
}
