"""Who did what where, and how they are answered."""
