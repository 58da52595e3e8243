"""The demo's first page: one link per person and place."""

import html
import json
from collections.abc import Iterable
from itertools import groupby

from aiohttp import web
from simcord.backend.errors import SetupError

from bot.sandbox.simulated import PEOPLE, SimulatedDiscord, Spot
from rules import GAMES
from rules.game import GameInfo

DAY = 86_400
MINUTES_OF_A_TURN = 1 / 2 + 1 / 12
"""Half a minute to choose, and five seconds for the answer."""
STYLE = """
:root { color-scheme: dark; }
body { background: #1e1f22; color: #dbdee1; font: 16px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1.5rem; }
h1 { color: #f2f3f5; margin: 0 0 .5rem; }
p { margin: .25rem 0 1rem; max-width: 45rem; }
code { background: #2b2d31; border-radius: 4px; padding: .1rem .35rem; }
.small { color: #949ba4; font-size: .875rem; }
ol { margin: .25rem 0 1rem; max-width: 45rem; padding-left: 1.5rem; }
.people { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem; }
section { background: #2b2d31; border-radius: 8px; padding: 1rem; }
h2 { color: #f2f3f5; font-size: 1.1rem; margin: 0 0 .5rem; }
a { color: #c9cdfb; display: block; padding: .35rem .5rem; border-radius: 4px;
    text-decoration: none; overflow-wrap: anywhere; }
a:hover, a:focus { background: #404249; }
form { margin: 1rem 0 .5rem; }
.game { align-items: baseline; display: flex; gap: .5rem; max-width: 45rem; }
.game button { flex: 0 0 6.5rem; padding: .45rem 0; }
button { background: #5865f2; border: 0; border-radius: 6px; color: #fff; cursor: pointer;
    font: inherit; margin: .35rem .35rem 0 0; padding: .45rem 1rem; }
button:hover, button:focus { background: #4752c4; }
"""

HOW = """
<p>The real bot on a simulated Discord.</p>
<form method=post action=/play target=quintet-alone><b>Play at once, against the bot.</b>
If all five are new to you, begin with <b>{first}</b>, the shortest.
{games}</form>
<p>You are Ada, and the board opens with a button for everything. Nothing needs to be known
before. With half a minute for a turn, a match takes {shortest} to {longest} minutes.</p>
<p><b>Or be two people.</b> Every link below is one person in one place; open as many tabs as you
want to be people.</p>
<ol>
<li>As <b>Ada</b> in #games, type <code>/challenge</code>: a game, and Ben as the opponent.</li>
<li>As <b>Ben</b> in #games, press <b>Accept</b>. The match gets a thread, which appears here by
itself: for its players, and for everybody else to look on.</li>
<li>Whoever is to move presses <b>Move</b> below the board. <code>/rules</code> shows how a game is
played, <code>/help</code> what else there is.</li>
</ol>
<p class=small>A right click on a name or a message, or a long press, opens the bot's menus there.
What this Discord cannot do: notify you, show who is typing, or be used from a phone
app. Pages follow by themselves within a second. Everything is kept in <code>var/</code>; delete
that folder to begin anew.</p>
"""

QUICKLY = """
<p><b>Time passes {speed} times as fast here: a day takes {day}.</b> To see what clocks do, play
with <code>clock: 1d</code>. Whoever waits is reminded in the thread after half a day.
<code>/match clock</code> shows both clocks, and has the buttons to give time, to ask for a pause
and to go on vacation. Whoever waits longer loses on time, and the opponent can press <b>Let them
play on</b>.</p>
"""

REFRESH = """
setInterval(async () => {
  const page = await fetch(location.href).then(answer => answer.text()).catch(() => null);
  if (!page) return;
  const fresh = new DOMParser().parseFromString(page, "text/html").querySelector(".people");
  const shown = document.querySelector(".people");
  if (fresh && fresh.innerHTML !== shown.innerHTML) shown.replaceWith(fresh);
}, 2000);
"""


def index_page(spots: Iterable[Spot], speed: int = 1) -> str:
    """The page as HTML; it tells if time passes more quickly than elsewhere."""
    seconds = round(DAY / speed)
    day = f"{seconds // 60}:{seconds % 60:02} minutes" if seconds >= 60 else f"{seconds} seconds"
    quickly = QUICKLY.format(speed=speed, day=day) if speed > 1 else ""
    people = groupby(sorted(spots, key=lambda spot: spot.person), key=lambda spot: spot.person)
    sections = "".join(_section(person, list(places)) for person, places in people)
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>Quintet demo</title>"
        "<meta name=viewport content='width=device-width'>"
        f"<style>{STYLE}</style><main><h1>Quintet</h1>"
        f"{_how()}{quickly}"
        f"<div class=people>{sections}</div></main><script>{REFRESH}</script></html>"
    )


def _how() -> str:
    """What there is to do, with a line for each game, the shortest first."""
    infos = sorted((game.info for game in GAMES.values()), key=lambda info: info.turns)
    minutes = sorted(round(info.turns * MINUTES_OF_A_TURN) for info in infos)
    games, first = "".join(map(_game, infos)), infos[0].name
    return HOW.format(games=games, first=first, shortest=minutes[0], longest=minutes[-1])


def _game(info: GameInfo) -> str:
    told = f"{html.escape(str(info.goal))} <span class=small>About {info.turns} turns each.</span>"
    press = f"<button name=game value={info.id}>{info.name}</button>"
    return f"<div class=game>{press}<span>{told}</span></div>"


def routes(discord: SimulatedDiscord, speed: int = 1) -> web.Application:
    """The demo's web application: the first page, and the way to every other."""

    async def index(_: web.Request) -> web.Response:
        return web.Response(text=index_page(discord.spots(), speed), content_type="text/html")

    async def enter(request: web.Request) -> web.Response:
        try:
            channel = int(request.match_info["channel"])
            address = await discord.open_page(request.match_info["person"], channel)
        except (KeyError, ValueError):
            raise web.HTTPNotFound(text="There is no such place. Go back to the list.") from None
        raise web.HTTPFound(address)

    async def play(request: web.Request) -> web.Response:
        """A match against the bot, for who has pressed one button."""
        game = str((await request.post()).get("game", ""))
        try:
            spot = await discord.practise(PEOPLE[0], game)
        except KeyError:
            raise web.HTTPNotFound(text="There is no such game. Go back to the list.") from None
        except TimeoutError:
            raise web.HTTPServiceUnavailable(text="No board came. Go back and try again.") from None
        raise web.HTTPFound(await discord.open_page(spot.person, spot.channel_id))

    async def menu(request: web.Request) -> web.Response:
        """An entry of a menu, for who has chosen it on a page."""
        chosen = json.loads(await request.text())
        try:
            message_id = int(chosen.get("message", 0))
            person, channel = request.match_info["person"], int(request.match_info["channel"])
            entry, on = chosen["name"], chosen.get("person")
            await discord.use_menu(person, channel, entry, on, message_id)
        except (KeyError, ValueError, SetupError):
            raise web.HTTPNotFound(text="There is no such entry here.") from None
        return web.Response(status=204)

    application = web.Application()
    application.router.add_post("/menu/{person}/{channel}", menu)
    application.router.add_get("/", index)
    application.router.add_post("/play", play)
    application.router.add_get("/as/{person}/{channel}", enter)
    return application


def _section(person: str, places: list[Spot]) -> str:
    links = "".join(
        f"<a target='{html.escape(person)}-{spot.channel_id}' "
        f"href='/as/{html.escape(person)}/{spot.channel_id}'>{html.escape(spot.title)}</a>"
        for spot in places
    )
    return f"<section><h2>{html.escape(person)}</h2>{links}</section>"
