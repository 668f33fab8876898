"""Screens: the pages of the program, one file each."""
