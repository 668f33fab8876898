"""Learners that ours is compared with, on one level with one seed."""
