"""What the engine knows of each game: an evaluation, and where moves are thousands, candidates."""
