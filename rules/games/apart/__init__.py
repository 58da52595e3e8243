"""Apart (Kanare Kato, 2023): pieces travel as far as their lines are long, and want to be alone."""

from rules.games.apart.game import Apart
