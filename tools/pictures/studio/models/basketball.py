"""Basketball: pebbled skin and eight panels between dark sunken ribs."""

import math

import numpy as np

from generators.ball import ball, turned
from materials.plastics import rubber
from shapes.solids import sweep
from shapes.curves import circle

PRODUCTS = {'corner-court-basketball': {}}
RADIUS = 12.1


def rib_paths():
    """Two great circles and the curve of two lobes beside them."""
    a = np.linspace(0, math.tau, 240, endpoint=False)
    zero = 0 * a
    lobes = []
    for side in (1, -1):
        x = side * (0.62 + 0.28 * np.cos(2 * a))
        rest = np.sqrt(1 - x**2)
        lobes.append(np.stack([x, rest * np.cos(a), rest * np.sin(a)], 1))
    return [np.stack([np.cos(a), np.sin(a), zero], 1), np.stack([zero, np.cos(a), np.sin(a)], 1), *lobes]


def build():
    turn = turned(18, -24, 38)
    ball(RADIUS, rubber('#C8692F', 0.6, 0.12, 5.5))
    line = rubber('#1F1D1C', 0.7)
    for path in rib_paths():
        sweep(path @ turn.T * (RADIUS - 0.08), circle(0.24, 10), line, closed=True)
