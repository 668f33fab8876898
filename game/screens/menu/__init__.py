"""The home page: all levels as cards."""
