"""Kettlebell: ball and handle cast as one skin, coloured foot and bands."""

import math

from materials.metals import cast_iron, brushed
from materials.plastics import rubber
from shapes.curves import circle, profile, resample, spline
from shapes.finish import fuse
from shapes.mesh import join
from shapes.solids import lathe, sweep, tube

PRODUCTS = {
    'foundry-kettlebell-12-kg': {'iron': '#2A2C2F', 'mark': '#D9772B', 'bands': True},
}
HORNS = [(5.6, 13.5), (7.1, 18.0), (7.2, 21.2), (5.6, 23.9), (2.4, 25.0)]


def handle_path():
    return spline([(x, 0, z) for x, z in HORNS] + [(-x, 0, z) for x, z in HORNS[::-1]], 120)


def cast(iron, size):
    """Body and horns; the horns flare into the ball."""
    outline = [(0, 0.3), (6.2, 0.3, 0.6), (9.9, 6.2, 5), (9.9, 12, 5.5), (6, 17.6, 5), (0, 18.3)]
    ball = lathe([(r * size, 0.3 + (z - 0.3) * (1 + (size - 1) * 0.35)) for r, z in profile(outline, steps=16)], iron)
    horns = tube(handle_path(), 1.7, iron, sides=40, exact=True)
    for vertex in horns.data.vertices:
        depth = max(0, (20 - vertex.co.z) / 6.5)
        vertex.co.y *= 1 + 0.8 * depth * depth
    fuse(join(ball, horns), 0.2, 24)


def build(iron, mark, bands, size=1.0):
    ring = rubber(mark, 0.5)
    cast(cast_iron(iron, 0.045, 0.46, 9), size)
    foot = [(0, 0), (6.3, 0, 0.3), (6.9, 0.5, 0.3), (7.35, 1.5, 0.3), (7.2, 1.9, 0.1), (5.6, 1.9)]
    lathe(profile(foot, steps=6) * [size, 1], ring)
    path, section = handle_path(), resample(circle(1.76, 40), 40)
    if bands:
        for middle in (22, 98):
            sweep(
                path[middle - 4 : middle + 5], section, ring, scale=lambda t: (1 + 0.02 * math.sin(math.pi * t), 1.06)
            )
    else:
        sweep(path[44:77], section, brushed('#B9BCC0', 0.32, 'v'))
