"""What every area of the chat uses; it knows none of them."""
