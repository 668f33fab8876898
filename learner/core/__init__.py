"""Algorithm 1: readable classes, the compiled loop, the trainer that runs it, and what it shows."""
