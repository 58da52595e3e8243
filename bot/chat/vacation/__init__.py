"""Going on vacation and coming back."""
