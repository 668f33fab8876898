"""What you see: the window, its screens, the board and the widget kit."""
