"""People and servers: their settings, blocks, and who asked to be forgotten.

Other areas of the services use its modules inside their transactions.
"""

from bot.services.people.forgotten import is_stand_in as is_stand_in
from bot.services.people.settings import PlayerSettings as PlayerSettings
from bot.services.people.settings import ReminderSettings as ReminderSettings
from bot.services.people.settings import ServerSettings as ServerSettings
