"""Two servers play, and everybody of one tries everything: what of the other is shown to them?

Each private thing of a server has a name or a number of its own. All that the bot tells Discord is
read for them: pages, forms, lists, files, titles of threads, reasons in the audit log.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

import pytest
from simcord.backend.cdn import CdnStore
from simcord.interactions import command_leaves

from bot.core.actor import Actor, Person, Place
from bot.features.clubs.offering import OfferService, Terms
from bot.features.clubs.service import ClubService
from bot.screen.ids import MatchAction, MatchButton
from data.ids import ChannelId, InteractionId, PlayerId, ServerId
from tests.kit.by_day import at_night
from tests.kit.crawling import Crawler
from tests.kit.people import fill, pick
from tests.kit.play import FOUR_MOVES, resign
from tests.kit.scripted import PlainRenderer
from tests.kit.shown import posted
from tests.kit.two_servers import CLOCK, Duel
from tests.kit.world import World, newest, press

pytestmark = pytest.mark.slow

INTERACTION = ("interactions", "webhooks")


class Repeating(PlainRenderer):
    """Draws what it was asked to draw, as text."""

    def share_card(self, card: Any) -> bytes:
        return repr(card).encode()

    def poster(self, poster: Any) -> bytes:
        return repr(poster).encode()

    def chart(self, chart: Any, theme: str, *wording: Any) -> bytes:
        return repr((chart, theme, *wording)).encode()


@pytest.fixture
def drawer() -> Any:
    return Repeating()


class Ears:
    """What the people of one server are shown, there and in direct messages."""

    def __init__(self, world: World, server: Any, people: Sequence[Any]) -> None:
        self._backend = world.env.backend
        self._server, self._people = server.id, {each.id for each in people}
        self.files: list[tuple[int, bytes]] = []

    @contextmanager
    def open(self) -> Iterator[None]:
        """Meanwhile files are heard too."""
        store = CdnStore.store_attachment

        def stored(
            cdn: Any, number: int, channel_id: int, name: str, data: bytes, *rest: Any
        ) -> Any:
            self.files.append((channel_id, name.encode() + data))
            return store(cdn, number, channel_id, name, data, *rest)

        with patch.object(CdnStore, "store_attachment", stored):
            yield

    def heard(self) -> str:
        requests = [each for each in self._backend.http_requests if self._is_for_them(each)]
        files = [data.decode(errors="replace") for there, data in self.files if self._is_of(there)]
        return "\n".join([*(f"{each.json} {each.reason}" for each in requests), *files])

    def _is_for_them(self, request: Any) -> bool:
        parts = request.path.strip("/").split("/")
        if parts[0] in INTERACTION:
            token = parts[2]
            known = self._backend.interactions.values()
            return any(e.token == token and e.user_id in self._people for e in known)
        if parts[0] == "channels":
            return self._is_of(int(parts[1]))
        return parts[:2] == ["guilds", str(self._server)]

    def _is_of(self, channel_id: int) -> bool:
        channel = self._backend.channels.get(channel_id)
        if channel is None:
            return False
        of_them = {*getattr(channel, "recipient_ids", ())} & self._people
        return channel.guild_id == self._server or bool(of_them)


class Camp:
    """A server of the match, with what the other one is not to learn."""

    def __init__(self, duel: Duel, side: int) -> None:
        self.world, self.duel, self.side = duel.world, duel, side
        self.channel, self.keeper = duel.channels[side], duel.keepers[side]
        self.server = self.keeper.guild
        self.player = (self.world.ada, duel.eve)[side]
        self.loner, self.idler = (self._newcomer(f"{name}{side}") for name in ("Ļóñé", "Íðļé"))
        self.lodge = self.server.create_text_channel(f"lodge{side}")
        backend = self.world.env.backend
        backend.edit_channel(self.channel.id, {"name": f"hall{side}"})
        for who in (self.player, self.keeper):
            backend.edit_member(self.server.id, who.id, {"nick": f"Ñíçķ{side}{who.id % 100}"})

    def _newcomer(self, name: str) -> Any:
        return self.server.add_member(self.world.env.create_user(name))

    def acts(self, who: Any, server: Any = None, channel: Any = None) -> Actor:
        person = Person(PlayerId(who.id), manages_server=True)
        place = Place(ServerId((server or self.server).id), ChannelId((channel or self.lodge).id))
        return Actor(person, place, InteractionId(self.world.env.backend.snowflake()))

    @property
    def names(self) -> tuple[str, ...]:
        """The names of what nobody of the other server is to read."""
        own = (self.server.name, f"hall{self.side}", self.lodge.name, f"Ñíçķ{self.side}")
        return (*own, self.loner.name, self.idler.name, f"Fóxéš{self.side}")

    @property
    def ids(self) -> tuple[str, ...]:
        """The same of ids: of places, messages and people."""
        threads = [*self.channel.threads, *self.lodge.threads]
        places = [each.id for each in (self.server, self.channel, self.lodge, *threads)]
        told = [e.id for there in places for e in posted(self.world.env.backend, there)]
        return tuple(map(str, (self.loner.id, self.idler.id, *places, *told)))

    async def live(self) -> None:
        """Two matches in another channel against somebody hidden, and one with a third server."""
        player, loner, lodge = self.player, self.loner, self.lodge
        panel = (await loner.slash(lodge, "settings")).response
        await loner.click(panel, label="My name")
        await pick(loner, panel, "u:hidden_elsewhere", ["True"])
        asked = {"game": "apart", "first_move": "first", "clock": "none", "rated": "rated"}
        for _ in range(2):
            await player.slash(lodge, "challenge", opponent=loner, **asked)
            card, ids = newest(self.world, lodge), self.world.shown(lodge)[-1].custom_ids
            await press(self.world, loner, card, next(e for e in ids if e.endswith("accept")))
        thread = lodge.threads[0]
        for number, move in enumerate(FOUR_MOVES):
            await (player, loner)[number % 2].slash(thread, "move", text=move)
        await resign(self.world, loner, thread)
        await self._meet_a_third(f"Fóxéš{self.side}")

    async def _meet_a_third(self, name: str) -> None:
        env, known = self.world.env, self.world.client.services
        server = env.create_guild(name, owner=env.create_user(f"{name} owner"))
        fox, den = server.add_member(env.create_user(name)), server.create_text_channel("den")
        terms = Terms(game="apart", boards=2, clock=CLOCK, name="Ðúçķš")
        code = await known[OfferService].offer(self.acts(self.keeper), terms)
        there = (server, den)
        club_id = await known[OfferService].accept(
            self.acts(fox, *there), code, name, ChannelId(den.id)
        )
        for who, captain, place in ((self.player, self.keeper, ()), (fox, fox, there)):
            await known[ClubService].enter(self.acts(who, *place), club_id)
            await known[ClubService].ready(self.acts(captain, *place), club_id)
        await self.world.settle()

    async def try_everything(self, who: Any, other: "Camp") -> None:
        """Whatever somebody here can do: commands, lists, buttons, profiles, exports."""
        here = self.channel.threads[0]
        crawler = Crawler(self.world, who, here)
        await crawler.use_commands()
        await self._autocomplete(who, here)
        for person in (other.player, other.loner):
            await who.slash(here, "profile", player=person.user)
        for command in ("matches", "profile", "leaderboard"):
            await who.user.slash(command)
        await crawler.press_all()

    async def resign_all(self, who: Any) -> None:
        for thread in self.channel.threads:
            match = await self.world.match(int(thread.name.split()[-1]))
            if match.is_running and who.id in match.players:
                await resign(self.world, who, thread)

    async def press_what_is_over(self, who: Any, thread: Any) -> None:
        """Send each button of a running match, and each of one that is over."""
        match = await self.world.match(int(thread.name.split()[-1]))
        for action in MatchAction:
            sent = str(MatchButton(match.id, match.ply, action))
            await press(self.world, who, newest(self.world, thread), sent)

    async def _autocomplete(self, who: Any, here: Any) -> None:
        seen = self.world.env.backend.visible_commands(user_id=who.id, channel_id=here.id)
        for path, leaf in (each for root in seen for each in command_leaves(root)):
            for option in leaf.get("options") or ():
                if option.get("autocomplete"):
                    for typed in ("", "1", "Ļ"):
                        await who.autocomplete(here, " ".join(path), option["name"], typed)


async def camps(world: World) -> tuple[Camp, Camp]:
    """Two servers that do not know each other."""
    duel = Duel(world)
    made = Camp(duel, 0), Camp(duel, 1)
    for camp in made:
        await camp.live()
    return made


def learned(ears: Ears, watched: Camp, *more: str) -> list[str]:
    """What was heard that is private to the others, and in what."""
    told, secrets = ears.heard().splitlines(), (*watched.names, *watched.ids, *more)
    return [f"{each}: {line[:600]}" for each in secrets for line in told if each in line]


async def test_before_a_match_is_agreed_each_knows_its_terms_and_a_teams_name(world: World) -> None:
    both = await camps(world)
    duel = both[0].duel
    ears = [Ears(world, each.server, [each.keeper, each.player, each.idler]) for each in both]
    form = await duel.setup(0, "Offer a match")
    terms = {"game": "detach hexhex6", "boards": "2", "clock": CLOCK, "team": "Otters"}
    told = world.answer(await fill(duel.keepers[0], form, **terms, rating="1"))
    code = told.text.split("`")[1]
    await fill(duel.keepers[1], await duel.setup(1, "I have a code"), code=code)
    for watched in both:
        keeper = (watched.keeper.name, str(watched.keeper.id))
        assert learned(ears[1 - watched.side], watched, *keeper) == []


@pytest.mark.parametrize("roles", [("keeper",), at_night(("player", "idler"))])
@pytest.mark.parametrize("side", [0, at_night(1)])
async def test_who_plays_against_a_server_learns_nothing_private_of_it(
    world: World, side: int, roles: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    both = await camps(world)
    spies, watched, duel = both[side], both[1 - side], both[0].duel
    ears = Ears(world, spies.server, [spies.player, spies.keeper, spies.idler])
    with ears.open(), caplog.at_level("DEBUG"):
        await duel.agree()
        for camp in both:
            for who in (camp.player, camp.keeper):
                await duel.join(camp.side, who)
        for camp in both:
            await camp.keeper.click(await duel.page(camp.side, camp.keeper), label="Ready")
        await world.settle()
        for role in roles:
            await spies.try_everything(getattr(spies, role), watched)
        for who in (watched.player, watched.keeper):
            await watched.resign_all(who)
        await duel.later()
        for thread in spies.channel.threads:
            await spies.press_what_is_over(getattr(spies, roles[0]), thread)
    assert learned(ears, watched) == []
    heard = ears.heard()
    assert f"Ñíçķ{side}" in heard
    assert spies.loner.name in heard
    named = (*watched.names, *spies.names, "Otters", "Herons")
    assert [each for each in named if each in caplog.text] == []
