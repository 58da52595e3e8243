"""The rules of the games, and pages to read them."""
