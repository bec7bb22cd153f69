"""Cast-iron skillet: deep rim with two lips, a long handle with a hole, a small helper grip."""

import math

import numpy as np

from materials.metals import cast_iron
from shapes.curves import profile, rounded, spline
from shapes.mesh import grid
from shapes.solids import sweep, tube

PRODUCTS = {'griddle-iron-skillet': {}}


def pan(iron):
    """The rim dips into a lip at both sides."""
    wall = profile(
        [(0, 0), (10.6, 0, 0.8), (13.0, 4.9, 0.1), (13.2, 5.1, 0.1), (12.6, 5.1, 0.15), (10.4, 0.8, 0.8), (0, 0.7)],
        steps=8,
    )
    a = np.linspace(0, math.tau, 200, endpoint=False)[None]
    lip = np.exp(-(((np.abs(np.sin(a)) - 1) / 0.03) ** 2))
    rim = np.clip((wall[:, 1:] - 2.5) / 2.5, 0, 1) * np.clip((wall[:, :1] - 11.4) / 1, 0, 1)
    radius = wall[:, :1] + 1.0 * lip * rim
    height = wall[:, 1:] - 0.5 * lip * rim
    grid(np.stack([radius * np.cos(a), radius * np.sin(a), height], 2), iron, close_across=True)


def build():
    iron = cast_iron('#2A2A2B', 0.035, 0.42, 10)
    pan(iron)
    path = spline([(12.2, 0, 4.0), (15.0, 0, 4.7), (20.0, 0, 5.6), (25.5, 0, 6.3), (28.2, 0, 6.5)], 60)
    taper = lambda t: (1.25 - 0.75 * math.sin(math.pi * min(1, t * 1.5 + 0.1)) ** 0.8 + 0.1 * t, 1)
    sweep(path[:48], rounded(3.0, 1.3, 0.55, 7), iron, scale=taper, up=(0, 1, 0))
    a = np.linspace(0, math.tau, 80, endpoint=False)
    eye = np.stack([27.0 + 2.4 * np.cos(a), 1.35 * np.sin(a), 6.45 + 0.12 * np.cos(a)], 1)
    tube(eye, 0.62, iron, closed=True, exact=True)
    grip = spline([(-12.2, -3.4, 4.2), (-14.6, -2.8, 4.5), (-15.4, 0, 4.6), (-14.6, 2.8, 4.5), (-12.2, 3.4, 4.2)], 60)
    sweep(grip, rounded(1.1, 1.3, 0.5, 6), iron, up=(0, 0, 1))
