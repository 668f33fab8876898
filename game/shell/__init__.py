"""The program in its window: loop, app, navigation."""
