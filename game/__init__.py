"""What you see: the window, its screens, boards, overlays and widgets."""

import os

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # stdout belongs to the JSON of --json
