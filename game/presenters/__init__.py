"""What the screens show, without drawing: levels being opened, learned, played, compared and edited."""
