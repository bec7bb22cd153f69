"""Tall vase with deep ribs and a narrow neck."""

import math

import numpy as np

from materials.pottery import ceramic
from shapes.curves import spline
from shapes.mesh import grid
from shapes.solids import lathe

PRODUCTS = {
    'reed-ribbed-vase': {'glaze': '#D9A441'},
}
OUTLINE = [(4.0, 0), (5.2, 1.5), (6.4, 6), (6.2, 11), (4.4, 15.5), (2.4, 19), (2.0, 22), (2.9, 24.4)]


def turned_with_ribs(outline, glaze, ribs, depth):
    a = np.linspace(0, math.tau, ribs * 14, endpoint=False)[None]
    along = np.linspace(0, 1, len(outline))[:, None]
    strength = depth * np.clip(np.sin(along * math.pi) * 3, 0, 1)
    radius = outline[:, :1] * (1 + strength * (np.abs(np.cos(a * ribs / 2)) - 0.6))
    points = np.stack([radius * np.cos(a), radius * np.sin(a), outline[:, 1:] + 0 * a], 2)
    grid(points, glaze, close_across=True, caps=(True, False))


def inside(outline, glaze):
    """The lip and what one sees of the dark inside."""
    radius, top = outline[-1]
    neck = [(max(r - 0.5, 0.3), z) for r, z in outline[::-1] if z > top * 0.55 and z < top - 0.4]
    lathe([(radius, top), (radius - 0.12, top + 0.2), (radius - 0.35, top + 0.15), *neck, (0, top * 0.5)], glaze)


def build(glaze):
    outline, skin = spline(OUTLINE, 90), ceramic(glaze, rough=0.15)
    turned_with_ribs(outline, skin, 26, 0.09)
    inside(outline, skin)
