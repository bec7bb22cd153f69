"""Acetate sunglasses with open temples, standing on the floor as glasses do when put down."""

import math

import numpy as np

from materials.metals import satin
from materials.plastics import lacquer, screen_glass
from shapes.curves import resample, rounded, spline
from shapes.mesh import grid
from shapes.solids import box, sweep

PRODUCTS = {
    'round-acetate-sunglasses': {'acetate': '#7A4B2B', 'lens': '#2B3A30', 'shape': 'round'},
    'pier-square-sunglasses': {'acetate': '#23272B', 'lens': '#3C3A4A', 'shape': 'square'},
}


def rim_outline(shape):
    """Around the middle of one lens, in the picture plane (x, z)."""
    if shape == 'round':
        a = np.linspace(0, math.tau, 120, endpoint=False)
        return np.stack([2.45 * np.cos(a), 2.3 * np.sin(a)], 1)
    points = [
        (-2.6, 1.7),
        (0, 2.0),
        (2.7, 1.75),
        (2.9, 0.9),
        (2.35, -1.4),
        (1.2, -1.9),
        (-1.2, -1.95),
        (-2.2, -1.3),
        (-2.65, 0.6),
    ]
    return resample(spline(points, 120, True), 120)


def front(side, outline, acetate, lens):
    bend = lambda x: 0.018 * (x + side * 3.3) ** 2
    path = np.array([(side * 3.3 + side * x, bend(side * x), z) for x, z in outline])
    sweep(path, rounded(0.5, 0.7, 0.18, 5), acetate, closed=True, up=(0, 1, 0))
    rings = [
        [(side * 3.3 + side * x * k, bend(side * x * k) - 0.12 * (1 - k * k), z * k) for x, z in outline]
        for k in np.linspace(0.02, 1, 12)
    ]
    grid(rings, lens, close_across=True, caps=(True, False))


def temple(side, acetate, metal):
    """From the hinge back over the ear and down to the floor."""
    points = [(6.1, 0.3, 1.0), (6.5, 1.2, 1.05), (6.75, 4, 1.0), (6.7, 9, 0.8), (6.5, 12, 0.0), (6.3, 14.4, -2.3)]
    path = spline([(side * x, y, z) for x, y, z in points], 80)
    sweep(
        path,
        rounded(0.95, 0.42, 0.18, 5),
        acetate,
        up=(0, 0, 1),
        scale=lambda t: (1.15 - 0.35 * math.sin(math.pi * t) + 0.15 * t, 1),
    )
    box((0.7, 0.8, 0.85), 0.15, acetate, (side * 6.05, 0.35, 1.05))
    box((0.22, 0.5, 0.5), 0.06, metal, (side * 6.25, -0.02, 1.1))


def build(acetate, lens, shape):
    frame, tinted, metal = lacquer(acetate, 0.12), screen_glass(lens), satin('#C9B89C')
    outline = rim_outline(shape)
    for side in (1, -1):
        front(side, outline, frame, tinted)
        temple(side, frame, metal)
    bridge = spline([(-1.1, 0.0, 0.55), (-0.6, -0.1, 1.05), (0, -0.12, 1.2), (0.6, -0.1, 1.05), (1.1, 0.0, 0.55)], 40)
    sweep(bridge, rounded(0.6, 0.6, 0.2, 5), frame, up=(0, 1, 0))
