"""The system's window and gamepads, and what the program has to settle with the system for them."""
