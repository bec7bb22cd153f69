"""Leather belt rolled up, standing on its edge, the buckle outside."""
import math

import numpy as np

from materials.metals import satin
from materials.natural import leather
from shapes.curves import rounded, spline
from shapes.solids import sweep, tube

PRODUCTS = {
    'saddle-leather-belt': {'hide': '#9A5B2F', 'metal': '#C79A55'},
    'evening-leather-belt': {'hide': '#2A2523', 'metal': '#C9CBCD', 'turns': 2.4},
}
WIDTH, THICK = 3.4, 0.42


def build(hide, metal, turns=3.1):
    brass, skin = satin(metal, 0.2), leather(hide, 0.02, 6)
    a = np.linspace(0, turns * math.tau, 420)
    radius = 3.4 + 0.62 * a / math.tau
    turn = a - a[-1] - 0.15
    coil = np.stack([radius * np.cos(turn), radius * np.sin(turn), WIDTH / 2 + 0 * a], 1)
    end = coil[-1]
    outwards, onwards = np.array([math.cos(-0.15), math.sin(-0.15), 0]), np.array([-math.sin(-0.15), math.cos(-0.15), 0])
    tail = [end + onwards * s + outwards * (0.02 * s * s) for s in (0.4, 1.4, 2.4)]
    path = spline(np.vstack([coil[::6], tail]), 500)
    sweep(path, rounded(WIDTH, THICK, 0.12), skin, up=(0, 0, 1))
    frame = [(x, y) for x, y in rounded(5.0, 4.6, 0.9, 8)]
    at = path[-1] + onwards * 1.6 + outwards * 0.25
    loop = np.array([at + onwards * x + np.array([0, 0, y]) for x, y in frame])
    tube(loop, 0.33, brass, closed=True, sides=14, exact=True)
    tube([at - onwards * 1.9 + outwards * 0.1, at + outwards * 0.45, at + onwards * 2.7 + outwards * 0.4], 0.22, brass, 20)
    keeper = np.array([path[-60] + outwards_of(path, 440) * x + np.array([0, 0, y]) for x, y in rounded(1.5, WIDTH + 0.9, 0.3)])
    tube(keeper, 0.25, skin, closed=True, exact=True)


def outwards_of(path, index):
    direction = path[index] * [1, 1, 0]
    return direction / np.linalg.norm(direction)
