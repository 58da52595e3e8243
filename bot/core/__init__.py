"""What every feature stands on: matches, clocks, people, timers, and what is posted."""
