"""The demo's page for choosing a person and a place, around the page of that place."""

import html
import json
from collections.abc import Iterable

from aiohttp import web
from simcord.backend.errors import SetupError

from bot.demo.simulated import CHANNEL, DIRECT, PEOPLE, SimulatedDiscord, Spot

DAY = 86_400
KINDS = ("channel", "thread", "direct")
"""Kinds of places, in the order of the list."""
STYLE = """
:root { color-scheme: dark; }
body { background: #313338; color: #dbdee1; display: grid; font: 16px/1.5 system-ui, sans-serif;
    grid: 100dvh / 16rem 1fr; margin: 0; }
h1, main a { color: #c9cdfb; margin: 0 0 .5rem; }
p, ol { margin: .25rem 0 1rem; max-width: 45rem; padding: 0; list-style: inside decimal; }
code { background: #2b2d31; border-radius: 4px; padding: .1rem .35rem; }
.small { color: #949ba4; font-size: .875rem; }
nav .small { margin: 1rem .5rem .25rem; }
nav { background: #2b2d31; overflow-y: auto; padding: .75rem .5rem; }
nav b { color: #f2f3f5; }
nav a { border-radius: 4px; color: #949ba4; display: block; overflow-wrap: anywhere;
    padding: .3rem .5rem; text-decoration: none; }
nav a:hover, nav a:focus, nav a.here { background: #404249; color: #f2f3f5; }
.people { display: flex; flex-wrap: wrap; gap: .15rem; max-height: 30vh; overflow-y: auto; }
nav > .thread { margin-left: .9rem; }
iframe { border: 0; height: 100%; width: 100%; }
main { overflow: auto; padding: 2rem 1.5rem; }
@media (min-width: 761px) { .bar { display: none; } }
@media (max-width: 760px) {
body { grid: 2.5rem calc(100dvh - 2.5rem) / 1fr; }
.bar { background: #2b2d31; overflow: hidden; padding: .5rem .75rem; white-space: nowrap; }
nav { bottom: 0; left: -17rem; position: fixed; top: 2.5rem; width: 15rem; z-index: 1; }
#list:checked ~ nav { left: 0; }
#list:checked ~ .bar::after { background: #0008; content: ""; inset: 2.5rem 0 0; position: fixed; }
}
"""

HOW = """
<h1>Quintet</h1>
<p>The real bot on a simulated Discord. The list beside this says who you are, and where.</p>
<p><b>Play at once.</b> You are Ada. <a href='/as/{person}/{channel}'>Open {title}</a> and press
<b>Play me</b> below the greeting; then press <b>Move</b>. Nothing needs to be known before.</p>
<p><b>Or be two people.</b> Press a name to be that person, or open a tab for each.</p>
<ol>
<li>As <b>Ada</b>, press <b>Challenge someone</b> below the greeting, and choose.</li>
<li>As <b>Ben</b>, press <b>Accept</b>. The match gets a thread, which appears in the list.</li>
<li>Whoever is to move presses <b>Move</b>. <code>/help</code> shows what else there is.</li>
</ol>
<p class=small>A right click on a name or a message, or a long press, opens the bot's menus there.
This Discord cannot notify you, or show who is typing. Pages follow by themselves within a second.
Everything is kept in <code>var/</code>; delete that folder to begin anew.</p>
"""

FAST_TIME = """
<p><b>Time passes {speed} times as fast here: a day takes {day}.</b> To see what clocks do, play
with <code>clock: 1d</code>. Whoever waits is reminded in the thread after half a day, and loses on
time later, unless the opponent presses <b>Let them play on</b>.</p>
"""

REFRESH = """
setInterval(async () => {
  const page = await fetch(location.href).then(answer => answer.text()).catch(() => null);
  const fresh = page && new DOMParser().parseFromString(page, "text/html").querySelector("nav");
  const shown = document.querySelector("nav");
  if (fresh && fresh.innerHTML !== shown.innerHTML) shown.innerHTML = fresh.innerHTML;
}, 2000);
"""


def index_page(
    spots: Iterable[Spot], speed: int = 1, person: str = PEOPLE[0], here: int | None = None
) -> str:
    """The page as HTML: the places of a person, and the channel ``here``.

    Without a channel it shows an introduction, with a note if time passes faster.
    """
    by_person: dict[str, list[Spot]] = {}
    for spot in sorted(spots, key=lambda each: KINDS.index(_kind(each))):
        by_person.setdefault(spot.person, []).append(spot)
    places = by_person.get(person, [])
    title = html.escape(next((each.title for each in places if each.channel_id == here), "Quintet"))
    first = next(iter(places), Spot(person, 0, CHANNEL))
    about = {name: html.escape(str(getattr(first, name))) for name in ("person", "title")}
    shown = f"<main>{HOW.format(channel=first.channel_id, **about)}{_fast_time(speed)}</main>"
    if here is not None:
        shown = f"<iframe src='/at/{about['person']}/{here}' title='{title}'></iframe>"
    people = "".join(
        _link(each.person, each, here=each.person == person)
        for known in by_person.values()
        for each in [next((spot for spot in known if spot.channel_id == here), known[0])]
    )
    listed = "".join(_link(each.title, each, here=each.channel_id == here) for each in places)
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{title}</title>"
        f"<meta name=viewport content='width=device-width'><style>{STYLE}</style>"
        f"<input type=checkbox id=list hidden><label class=bar for=list>☰ <b>{title}"
        f"</b> as {about['person']}</label><nav><a href=/><b>Quintet</b></a>"
        f"<p class=small>You are</p><div class=people>{people}</div>"
        f"<p class=small>Places</p>{listed}</nav>{shown}<script>{REFRESH}</script></html>"
    )


def _link(label: str, spot: Spot, *, here: bool) -> str:
    kind = f"{_kind(spot)}{' here' if here else ''}"
    where = f"/as/{html.escape(spot.person)}/{spot.channel_id}"
    return f"<a class='{kind}' href='{where}'>{html.escape(label)}</a>"


def _kind(spot: Spot) -> str:
    return (
        "channel" if spot.title.startswith("#") else "direct" if spot.title == DIRECT else "thread"
    )


def _fast_time(speed: int) -> str:
    seconds = round(DAY / speed)
    day = f"{seconds // 60}:{seconds % 60:02} minutes" if seconds >= 60 else f"{seconds} seconds"
    return FAST_TIME.format(speed=speed, day=day) if speed > 1 else ""


def routes(discord: SimulatedDiscord, speed: int = 1) -> web.Application:
    """The demo's web application."""

    async def show(request: web.Request) -> web.Response:
        """The introduction, or the page of a person in a place."""
        person, channel = (request.match_info.get(each) for each in ("person", "channel"))
        spots = list(discord.spots())
        here = [each for each in spots if (each.person, str(each.channel_id)) == (person, channel)]
        if person and not here:
            raise web.HTTPNotFound(text="There is no such place. Go back to the list.")
        page = index_page(spots, speed, *((here[0].person, here[0].channel_id) if here else ()))
        return web.Response(text=page, content_type="text/html")

    async def inside(request: web.Request) -> web.Response:
        """Redirect to simcord's page of the place."""
        person, channel = request.match_info["person"], request.match_info["channel"]
        try:
            raise web.HTTPFound(await discord.open_page(person, int(channel)))
        except (KeyError, ValueError):
            raise web.HTTPNotFound(text="There is no such place. Go back to the list.") from None

    async def menu(request: web.Request) -> web.Response:
        """Run a context menu that was chosen on a page."""
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
    application.router.add_get("/", show)
    application.router.add_get("/as/{person}/{channel}", show)
    application.router.add_get("/at/{person}/{channel}", inside)
    return application
