"""Where pieces stand: boards and their cells, the open field, and sets of cells as bits."""
