"""Looking back at matches, and taking them away."""
