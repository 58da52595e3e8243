"""What is stored about somebody: a file of it, and its deletion."""
