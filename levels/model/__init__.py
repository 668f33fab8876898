"""What a level is: board, obstacles, traffic, the checks that its parts fit, and its tables."""
