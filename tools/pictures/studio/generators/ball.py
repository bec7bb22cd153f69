"""Balls: a sphere whose skin sinks along seams."""

import math

import numpy as np

from shapes.mesh import grid


def directions(steps):
    t = np.linspace(-math.pi / 2, math.pi / 2, steps)[:, None]
    a = np.linspace(0, math.tau, 2 * steps, endpoint=False)[None]
    return np.stack([np.cos(t) * np.cos(a), np.cos(t) * np.sin(a), np.sin(t) + 0 * a], 2)


def ball(radius, material, seam=None, depth=0.12, width=0.25, steps=140, turn=None):
    """seam(directions) gives each point's distance to the nearest seam, in centimetres."""
    d = directions(steps)
    reach = np.full(d.shape[:2], radius)
    if seam is not None:
        reach = radius - depth * np.exp(-((seam(d) / width) ** 2))
    if turn is not None:
        d = d @ np.array(turn).T
    return grid(d * reach[..., None], material, close_across=True)


def turned(about_x, about_y, about_z):
    """Rotation matrix from degrees."""
    a, b, c = (math.radians(x) for x in (about_x, about_y, about_z))
    x = [[1, 0, 0], [0, math.cos(a), -math.sin(a)], [0, math.sin(a), math.cos(a)]]
    y = [[math.cos(b), 0, math.sin(b)], [0, 1, 0], [-math.sin(b), 0, math.cos(b)]]
    z = [[math.cos(c), -math.sin(c), 0], [math.sin(c), math.cos(c), 0], [0, 0, 1]]
    return np.array(z) @ np.array(y) @ np.array(x)
