"""Level files: read, written, edited in place, completed by editors."""
