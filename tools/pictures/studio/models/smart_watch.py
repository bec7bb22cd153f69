"""Smart watch on a closed sport strap that joins the case at lugs; the face shows three rings."""

import math

import numpy as np

from materials.light import glow
from materials.metals import satin
from materials.plastics import rubber, screen_glass
from shapes.arrange import orient, place
from shapes.curves import rounded, spline
from shapes.mesh import built
from shapes.solids import box, rounded_slab, sweep, tube

PRODUCTS = {
    'cadence-smart-watch': {'case': '#B9BDC2', 'strap': '#3C5A52', 'rings': ('#FF6B4A', '#5CC7AC', '#F0B252')},
}


def face(case, rings):
    """Case around the origin, its glass towards +z."""
    metal = satin(case, 0.24)
    parts = [
        rounded_slab(3.7, 4.3, 1.0, 1.0, 0.3, metal),
        rounded_slab(3.4, 4.0, 0.22, 0.85, 0.1, screen_glass(), (0, 0, 0.46)),
    ]
    parts += [
        box((0.3, 0.8, 0.8), 0.14, metal, (1.92, 0.8, 0.05)),
        box((0.16, 1.1, 0.35), 0.07, metal, (1.86, -0.8, 0.05)),
    ]
    for radius, colour, share in zip((1.25, 0.98, 0.71), rings, (0.78, 0.62, 0.9)):
        a = np.linspace(0, share * math.tau, 90) + math.pi / 2
        ring = np.stack([-radius * np.cos(a), radius * np.sin(a), 0.575 + 0 * a], 1)
        parts.append(tube(ring, 0.09, glow(colour, 1.1), sides=8, exact=True))
    return parts


def band(strap):
    """From one short side of the case round the wrist to the other; wide at the lugs."""
    half = [(2.05, -0.15), (2.5, -0.5), (3.05, -1.6), (3.25, -3.1), (2.8, -4.7), (1.6, -5.75), (0, -6.05)]
    points = [(0, y, z) for y, z in half] + [(0, -y, z) for y, z in half[-2::-1]]
    width = lambda t: (1 - 0.24 * math.sin(math.pi * t) ** 0.7, 1)
    return [sweep(spline(points, 160), rounded(3.0, 0.34, 0.14), rubber(strap, 0.6, 0.004), up=(1, 0, 0), scale=width)]


def build(case, strap, rings):
    orient(face(case, rings) + band(strap), (1, 0, 0), (0, 0, 1), (0, -1, 0))
    place(list(built), turn=(-32, 0, 0))
