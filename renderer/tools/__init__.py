"""What made the palettes and makes the gallery; no picture of a match needs it."""
