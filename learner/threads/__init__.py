"""Learning alongside a window: commands in, frozen snapshots out, at a pace."""
