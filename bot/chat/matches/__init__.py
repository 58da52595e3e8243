"""Moving, looking at boards, finding one's matches."""
