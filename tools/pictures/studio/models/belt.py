"""Leather belt rolled up, standing on its edge, the buckle outside."""

import math

import numpy as np

from materials.metals import satin
from materials.natural import leather
from shapes.arrange import place
from shapes.curves import rounded, spline
from shapes.mesh import built
from shapes.solids import sweep, tube

PRODUCTS = {
    'saddle-leather-belt': {'hide': '#9A5B2F', 'metal': '#C79A55'},
}
WIDTH, THICK, TURNS = 3.4, 0.42, 3.1


def build(hide, metal):
    brass, skin = satin(metal, 0.2), leather(hide, 0.02, 6)
    a = np.linspace(0, TURNS * math.tau, 420)
    radius = 3.4 + 0.62 * a / math.tau
    coil = np.stack([radius * np.cos(a - a[-1]), radius * np.sin(a - a[-1]), WIDTH / 2 + 0 * a], 1)
    # The end leaves the coil straight on, so that the buckle lies free.
    outwards, onwards, up = np.array([1, 0, 0]), np.array([0, 1, 0]), np.array([0, 0, 1])
    tail = [coil[-1] + onwards * s + outwards * 0.02 * s * s for s in (0.4, 1.4, 2.4)]
    path = spline(np.vstack([coil[::6], tail]), 500)
    sweep(path, rounded(WIDTH, THICK, 0.12), skin, up=(0, 0, 1))
    at = path[-1] + onwards * 1.6 + outwards * 0.2
    tube(
        [at + onwards * x + up * y for x, y in rounded(5.0, WIDTH + 1.0, 0.9, 8)],
        0.3,
        brass,
        closed=True,
        sides=14,
        exact=True,
    )
    tube(
        [at - onwards * 1.9 + outwards * 0.1, at + outwards * 0.45, at + onwards * 2.6 + outwards * 0.3],
        0.22,
        brass,
        20,
    )
    keeper = [path[-60] + outwards * x + up * y for x, y in rounded(THICK + 0.5, WIDTH + 0.3, 0.15)]
    sweep(keeper, rounded(1.1, 0.16, 0.06), skin, closed=True, up=(0, 1, 0))
    place(list(built), turn=(0, 0, -112))
