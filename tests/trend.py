"""A trend in noisy samples of memory: how fast its floor rises, whatever single samples do."""

import numpy as np
from scipy.stats import theilslopes


def rise(samples, n_parts):
    """By how much the floor rises from one of so many even parts of the samples to the next, in their unit.

    The floor of a part is its least sample: a user leaves what is large again and again, but never a leak.
    The rise is the Theil–Sen slope of the floors, the median of the slopes between any two: a few may lie
    anywhere.
    """
    floors = [part.min() for part in np.array_split(np.asarray(samples, float), n_parts)]
    return float(theilslopes(floors).slope)
