"""Sweeps: many runs of many learners, spread over worker processes, with tables that never depend on how."""
