"""Films: what is filmed, how its pictures are queued, and the files they become."""
