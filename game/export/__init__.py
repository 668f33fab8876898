"""Pictures without a window: figures, films, and the frame benchmark."""
