"""What players ask of each other in a match."""
