"""The demo: the same bot on a simulated Discord, in a browser on this machine.

``simulated.py`` wraps simcord, ``pages.py`` has the page for choosing a person and a place, and
``demo.py`` runs it all.
"""

from bot.demo.demo import run_demo
