"""Lessons and the first-run tour: a guide above real pages."""
