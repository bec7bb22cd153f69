"""Bags of cloth: a body from rounded rings with soft dents, webbing handles."""

import numpy as np

from shapes.arrange import wobble
from shapes.curves import resample, rounded, spline
from shapes.finish import thicken
from shapes.mesh import grid
from shapes.solids import sweep

ROWS, AROUND = 70, 200


def standing_body(cloth, size, height, corner=1.6, dents=(0.9, 0.35)):
    """size(t) -> (width, depth) from floor to rim; returns the points of the outside, [row][around]."""
    rows = []
    for t in np.linspace(0, 1, ROWS):
        width, depth = size(t)
        outline = resample(rounded(width, depth, min(corner, depth * 0.49), 6), AROUND)
        rows.append(np.c_[outline, np.full(AROUND, height * t)])
    part = grid(rows, cloth, close_across=True, caps=(True, False))
    levels = [vertex.co.z for vertex in part.data.vertices]
    wobble(wobble(part, dents[0], 11, 2), dents[1], 4, 5, (0, 1, 0))
    for vertex, level in zip(part.data.vertices, levels):
        vertex.co.z = level + (vertex.co.z - level) * min(1.0, level / 20.0) * min(1.0, (height - level) / 6.0)
    thicken(part, 0.22)
    return np.array([vertex.co[:] for vertex in part.data.vertices][: ROWS * AROUND]).reshape(ROWS, AROUND, 3)


def facing(points, band, share):
    """A band of other cloth around the body: rows from band[0] to band[1], lifted by share."""
    return points[band[0] : band[1]] * [1 + share / 2, 1 + share, 1]


def webbing(points, width, cloth, seed):
    path = spline(points, 140)
    return wobble(sweep(path, rounded(0.3, width, 0.12), cloth, up=(0, 1, 0)), 0.18, 9, seed)
