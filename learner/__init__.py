"""How the agent learns: Algorithm 1 as readable classes, as one compiled loop, and on a thread."""
