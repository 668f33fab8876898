"""What the screens show, without a pixel of it: levels being opened, learned, played and compared."""
