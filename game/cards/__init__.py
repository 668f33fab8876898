"""Cards: what the panels beside a board and the menu are laid out with."""
