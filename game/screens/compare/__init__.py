"""The page that races three learners."""
