"""It plays board games, so nobody need hear what discord.py lacks for speaking aloud.

To be imported by whatever makes a client.
"""

import discord

discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
