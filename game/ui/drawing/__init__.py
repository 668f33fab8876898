"""What everything is drawn with: shapes, text, icons and sprites."""
