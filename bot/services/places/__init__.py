"""Where the bot can be: noticed, waited for, and what follows when it comes back or never does."""

from bot.services.places.posts import AbsenceCard, AbsenceNews, absence_posts
from bot.services.places.service import Places
from bot.services.places.waiting import waiting_for_places
