"""What players and servers choose."""
