"""The page on which a person crosses."""
