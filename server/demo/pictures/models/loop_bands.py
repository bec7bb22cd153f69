"""Three elastic loop bands stood on edge inside and beside each other."""

import math

import numpy as np

from materials.plastics import rubber
from shapes.curves import rounded, spline
from shapes.solids import sweep

PRODUCTS = {'warm-up-loop-band': {'colours': ('#3F8F86', '#E0A13A', '#C8553D')}}
LOOPS = [((-7.2, 3.4), 7.0, 5.6, 0.3), ((7.0, 3.0), 6.4, 5.0, 2.1), ((0.6, -7.0), 6.0, 4.2, 4.0)]


def build(colours):
    for colour, (middle, width, depth, phase) in zip(colours, LOOPS):
        a = np.linspace(0, math.tau, 13)[:-1]
        out = 1 + 0.07 * np.sin(3 * a + phase) + 0.05 * np.sin(2 * a - phase)
        points = np.stack([middle[0] + width * out * np.cos(a), middle[1] + depth * out * np.sin(a), 2.6 + 0 * a], 1)
        sweep(spline(points, 200, True), rounded(5.2, 0.3, 0.1), rubber(colour, 0.6, 0.006), closed=True, up=(0, 0, 1))
