"""Being reminded, and how one wants to be."""
