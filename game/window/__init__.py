"""The system's window, and what the program has to settle with the system for it."""
