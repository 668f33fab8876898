"""Random levels: crossings by seed, surprises by difficulty, and a study of dead ends on them."""
