"""How the agent learns: Algorithm 1 as readable classes, the same as one compiled loop, and the thread around it."""
