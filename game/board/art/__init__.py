"""What a board is painted with: ground, scenery, traffic, the agent, light."""
