"""The page that edits a level."""
