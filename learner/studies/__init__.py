"""Tables over many seeds and kernel widths."""
