"""Training without a window: runs, saves, reports, advice."""
