"""What Discord enforces and simcord does not, in one module for each thing that it is about.

``documented``: every refusal that Discord documents, and which of them may answer which call of the
bot. ``answering`` puts any of them on any call. ``channels``: the sorts of channels, and what may
stand where. ``threads``: their hide time, locks and members. ``messages``: replies, files, mentions
and repeated nonces. ``interactions``: tokens that end, and where the bot is only installed by a
person. ``servers``: those that the bot was removed from, that are in an outage, or of which it has
not heard yet. ``commands``: what is told of the application.

``tests.kit.discord_rules`` lays all of it round simcord's one dispatch function. What the bot must
never send is a ``BadRequestError``, which fails the test wherever the bot catches it: a field that
the API document does not know, a limit that ``tests.kit.limits`` holds, a call without a row in
``documented``. What depends on the state of the world is an answer with Discord's status and code.
"""
