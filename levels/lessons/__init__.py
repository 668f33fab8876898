"""Lessons: what they are, how their files are read, and how the level's tables answer their questions."""
