"""People and servers: their settings, blocks, and who asked to be forgotten.

Other areas of the services use its modules inside their transactions.
"""

from bot.services.people.forgotten import is_stand_in as is_stand_in
from bot.services.people.players import PlayerSettings as PlayerSettings
from bot.services.people.reminder_settings import ReminderSettings as ReminderSettings
from bot.services.people.servers import ServerSettings as ServerSettings
