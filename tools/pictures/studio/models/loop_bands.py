"""Three flat elastic loops of three strengths, slack and on edge, behind each other."""

import math

import numpy as np

from materials.plastics import rubber
from shapes.curves import rounded, spline
from shapes.solids import sweep

PRODUCTS = {'warm-up-loop-band': {'colours': ('#3F8F86', '#E0A13A', '#C8553D')}}
# Middle, half length, half width, direction in degrees, height.
LOOPS = [((-1.0, 5.2), 11.5, 3.0, 8, 5.6), ((1.0, -1.6), 10.5, 2.5, -10, 4.4), ((-2.4, -8.0), 9.5, 2.0, 6, 3.2)]


def outline(middle, length, width, direction):
    """Pinched at the waist, as a slack band lies."""
    a = np.linspace(0, math.tau, 25)[:-1]
    x, y = length * np.cos(a), width * np.sin(a) * (0.55 + 0.75 * np.cos(a) ** 2)
    c, s = math.cos(math.radians(direction)), math.sin(math.radians(direction))
    return np.stack([middle[0] + c * x - s * y, middle[1] + s * x + c * y], 1)


def build(colours):
    for colour, (middle, length, width, direction, height) in zip(colours, LOOPS):
        points = [(x, y, height / 2) for x, y in outline(middle, length, width, direction)]
        section = rounded(height, 0.24, 0.1)
        sweep(spline(points, 240, True), section, rubber(colour, 0.5, 0.004), closed=True, up=(0, 0, 1))
