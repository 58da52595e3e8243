"""Managers of a server decide, annul, forgive or move its matches, and say why in public.

``service.py`` has the rules, ``screen.py`` the command ``/manage``.
"""
