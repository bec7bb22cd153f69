"""Foam roller lying on the floor: rows of blocks and grooves around a hollow core."""

import math

import numpy as np

from materials.plastics import foam, plastic
from shapes.arrange import orient
from shapes.curves import profile
from shapes.mesh import grid
from shapes.solids import lathe

PRODUCTS = {'long-run-foam-roller': {'outside': '#2F8C86', 'core': '#2A2E33'}}
RADIUS, HALF, AROUND, ALONG = 6.6, 16.5, 240, 260


def blocky_skin():
    """Radius over the roller: a third smooth, a third ribs, a third blocks, all with rounded edges."""
    z = np.linspace(-HALF + 0.5, HALF - 0.5, ALONG)[:, None]
    a = np.linspace(0, math.tau, AROUND, endpoint=False)[None]
    rise = lambda wave: np.clip((wave + 0.75) * 3.2, 0, 1)
    rows = rise(np.cos(z * math.tau / 4.0))
    columns = rise(np.cos(a * 8)) * np.ones_like(z)
    pattern = np.where(np.cos(a * 4 + 0.6) > 0, rows * columns, columns)
    # Down to the grooves at both ends, where the end rings begin.
    pattern = pattern * np.clip((HALF - 0.5 - np.abs(z)) / 0.5, 0, 1)
    radius = RADIUS - 0.55 * (1 - pattern)
    return np.stack([radius * np.cos(a), radius * np.sin(a), z + 0 * a], 2)


def build(outside, core):
    skin = foam(outside)
    parts = [grid(blocky_skin(), skin, close_across=True)]
    for side in (1, -1):
        edge = [
            (RADIUS - 0.55, HALF - 0.5),
            (RADIUS - 0.2, HALF - 0.5, 0.2),
            (RADIUS - 0.25, HALF, 0.3),
            (5.0, HALF, 0.1),
            (4.95, HALF - 2),
        ]
        parts.append(lathe(profile(edge, steps=6) * [1, side], skin))
        tube_end = [(5.0, HALF - 1), (5.0, HALF + 0.15, 0.1), (4.5, HALF + 0.15, 0.1), (4.5, 0)]
        parts.append(lathe(profile(tube_end) * [1, side], plastic(core, 0.5)))
    orient(parts, (0, 1, 0), (0, 0, 1), (1, 0, 0), (0, 0, RADIUS))
