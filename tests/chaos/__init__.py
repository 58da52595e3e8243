"""Chaos: bots that are killed, on a Discord and a database that fail, while people play on.

``python -m tests.chaos`` (``make chaos``) runs it for as long as one likes; the suite runs it for
some seconds.
"""
