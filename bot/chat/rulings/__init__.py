"""What managers do to matches."""
