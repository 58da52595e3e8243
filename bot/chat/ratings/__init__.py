"""What is said of ratings: how they moved, and which are uncertain."""
