"""Folded garments: slabs of cloth along a fold line seen from the side, sleeves and seams laid on top."""

import numpy as np

from shapes.arrange import dropped_onto, wobble
from shapes.curves import resample, rounded, spline
from shapes.solids import sweep, tube


def folded_slab(line, width, thickness, cloth, seed, waves=0.5):
    """line = [(y, z)...], the middle of the cloth from the side."""
    section = resample(rounded(width, thickness, thickness * 0.49, 8), 120)
    part = sweep(spline([(0, y, z) for y, z in line], 110), section, cloth, up=(1, 0, 0))
    return wobble(wobble(part, waves, 7, seed), 0.16, 2.4, seed + 5)


def laid_on(points, part, width, thickness, cloth, lift, seed, taper=0.25):
    """A flat tube of cloth, say a sleeve, along points (x, y) on top of a part; it narrows to its end."""
    path = dropped_onto(spline([(x, y, 0) for x, y in points], 70), part, lift)
    path[:, 2] = np.convolve(np.pad(path[:, 2], 6, mode='edge'), np.ones(13) / 13, mode='valid')
    section = resample(rounded(thickness, width, thickness * 0.46, 8), 60)
    strip = sweep(path, section, cloth, up=(0, 0, 1), scale=lambda t: (1, 1 - taper * t))
    return wobble(strip, 0.3, 5, seed), path


def seam(points, part, radius, cloth):
    tube(dropped_onto(spline([(x, y, 0) for x, y in points], 60), part, 0.02), radius, cloth, sides=10, exact=True)
