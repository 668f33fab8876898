"""What all pages share: sounds, films, settings, best results, messages."""
