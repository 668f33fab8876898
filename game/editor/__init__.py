"""Editor: a level's text changed by painting."""
