"""A pair of hexagonal rubber dumbbells with steel handles, one laid askew on the floor beside the other."""

import numpy as np

from materials.metals import brushed
from materials.plastics import plastic, rubber
from shapes.arrange import orient, place
from shapes.curves import spline
from shapes.finish import bevel
from shapes.mesh import grid
from shapes.solids import lathe

PRODUCTS = {
    'hex-dumbbell-pair-5-kg': {'head': '#2B2E31', 'cap': '#3E4347'},
}


def hexagon_head(material, cap):
    """Lies along z from 0 to 5.4, flat side to -y; chamfered."""
    a = np.radians(np.arange(6) * 60 + 30)
    rows = [
        np.c_[r * np.cos(a), r * np.sin(a), np.full(6, z)] for z, r in ((0, 3.6), (0.9, 4.6), (4.6, 4.6), (5.4, 3.7))
    ]
    head = bevel(grid(np.array(rows), material, close_across=True, caps=(True, True)), 0.35, 5, 20)
    disc = lathe([(0, 5.47), (2.3, 5.47), (2.45, 5.4), (2.45, 5.0)], cap, 64)
    return [head, disc]


def dumbbell(rubber_head, cap, steel):
    """Along x, resting on a flat side."""
    grip = spline([(1.35, -6.6), (1.35, -5.6), (1.55, -3), (1.7, 0), (1.55, 3), (1.35, 5.6), (1.35, 6.6)], 80)
    parts = orient([lathe(grip, steel, 64)], (0, 1, 0), (0, 0, 1), (1, 0, 0))
    for side in (1, -1):
        parts += orient(hexagon_head(rubber_head, cap), (0, side, 0), (0, 0, 1), (side, 0, 0), (side * 6, 0, 0))
    return parts


def build(head, cap):
    materials = rubber(head, 0.6, 0.02), plastic(cap, 0.5), brushed('#C4C7CA', 0.28, 'v')
    place(dumbbell(*materials), (0, 6.2, 4), (0, 0, 6))
    place(dumbbell(*materials), (1, -6.4, 4), (0, 0, -9))
