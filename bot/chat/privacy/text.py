"""What is said about what is stored."""

EXPORTED = (
    "This is everything that is stored about you: your settings, matches, moves, challenges, "
    "requests, block list, whom you follow and the rest. It is a text file (JSON)."
)
ASK = (
    "### Delete everything about you?\n"
    "- Your running matches are **resigned**, and your open challenges taken back.\n"
    "- Your settings, block list, practice board, puzzles and half-made moves are deleted, and so "
    "is whom you follow.\n"
    "- Finished matches stay for your opponents, who will see *deleted player* instead of you. "
    "Messages already posted stay as they are.\n"
    "`/privacy export` gives you a copy first."
)
ASK_AGAIN = "### Are you sure?\nNobody can take this back."
DELETED = "Everything about you was deleted. If you ever play again, you begin anew."
KEPT = "Nothing was deleted."
FIRST, SECOND, KEEP = "Delete my data", "Yes, delete it for ever", "Keep it"
