"""What a screen is put together from, beside the cards: toolbar, board, timeline, status line."""
