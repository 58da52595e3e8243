"""The demo: the same bot on a simulated Discord, in a browser on this machine.

``simulated.py`` is the only file that touches simcord's internals, ``pages.py`` shows who and
where one can be, and ``demo.py`` keeps it all running.
"""

from bot.demo.demo import run_demo
