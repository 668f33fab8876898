"""The entry in the desktop's menu: what it consists of on each system, and how it comes and goes."""
