"""The tables of the first release; ``versions/baseline.py`` makes them."""
