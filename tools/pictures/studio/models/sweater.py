"""Crew-neck sweater folded square, its sleeves crossed over the front, rib at collar and cuffs."""

import math

import numpy as np

from generators.folded import folded_slab, laid_on
from materials.cloth import fabric, knit
from shapes.arrange import dropped_onto, settle, wobble
from shapes.curves import resample, rounded
from shapes.mesh import grid
from shapes.solids import box, sweep

PRODUCTS = {
    'ember-crew-neck-sweater': {'wool': '#C9704B', 'inside': '#A9573A'},
}
OUTER = [
    (14.5, 0.9),
    (0, 0.85),
    (-11.5, 0.9),
    (-13.9, 1.7),
    (-14.1, 3.2),
    (-12.6, 4.35),
    (-6, 4.55),
    (3, 4.5),
    (10, 4.5),
    (14, 4.2),
    (15.4, 3.2),
]
INNER = [(13.8, 2.3), (0, 2.2), (-11.4, 2.25), (-12.0, 2.7), (-11.4, 3.1), (0, 3.1), (13, 3.0)]
NECK = 9.0


def collar(top, rib, inside):
    a = np.linspace(0, math.tau, 140, endpoint=False)
    ring = dropped_onto(np.stack([6.2 * np.cos(a), NECK + 3.6 * np.sin(a), 5.3 + 0 * a], 1), top, 0.28)
    ring[:, 2] += 0.35 * np.clip(np.sin(a), 0, 1)
    wobble(sweep(ring, resample(rounded(2.0, 0.95, 0.45, 6), 48), rib, closed=True, up=(0, 0, 1)), 0.14, 3, 9)
    x, y = np.linspace(-5.8, 5.8, 30)[None], np.linspace(-3.1, 3.1, 20)[:, None]
    patch = np.stack([x * (1 - 0.35 * (y / 3.1) ** 2), NECK + y + 0 * x, 5 + 0 * (x + y)], 2)
    grid(dropped_onto(patch.reshape(-1, 3), top, 0.06).reshape(patch.shape), inside)
    box(
        (2.6, 1.4, 0.09),
        0.04,
        fabric('#F3ECDD', 12),
        dropped_onto([(0, NECK + 2.0, 5)], top, 0.25)[0],
        turn=(0.1, 0, 0.05),
    )


def sleeve(side, top, wool, rib, lift):
    """From the shoulder down the side and across the front."""
    points = [(side * 11.4, 11.5), (side * 11.0, 4), (side * 8.6, -3), (side * 3.5, -8.2), (side * -2.6, -10.6)]
    _, path = laid_on(points, top, 7.2, 1.5, wool, lift, 3 + side)
    ends = path[-12:] + [0, 0, 0.05]
    sweep(ends, resample(rounded(1.75, 5.6, 0.8, 8), 60), rib, up=(0, 0, 1))


def build(wool, inside):
    cloth, rib = knit(wool, (0.62, 0.5), 0.2), knit(wool, (0.55, 0.5), 0.22, rib=True)
    body = folded_slab(OUTER, 26, 1.55, cloth, 1)
    folded_slab(INNER, 25, 0.9, cloth, 2, 0.25)
    settle(body, 0.6)
    sleeve(1, body, cloth, rib, 0.45)
    sleeve(-1, body, cloth, rib, 1.15)
    collar(body, rib, knit(inside, (0.5, 0.4), 0.15))
