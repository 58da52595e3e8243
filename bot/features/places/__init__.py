"""Where the bot can be: noticed, waited for, and what follows when it comes back or never does."""

from bot.features.places.lost import Lost, LostService, Reach, lost_of
from bot.features.places.posts import AbsenceCard, AbsenceNews, absence_posts
from bot.features.places.service import AbsenceOver, GivenUp, Places
from bot.features.places.waiting import waiting_for_places
