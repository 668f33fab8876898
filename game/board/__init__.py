"""The board as it is drawn: ground, blocks, sprites, vehicles between ticks, and the hopping agent."""
