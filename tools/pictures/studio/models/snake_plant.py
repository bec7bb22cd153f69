"""Upright banded blades in a cylindrical glazed pot."""

import math
import random

import numpy as np

from generators.pot import vessel
from materials.natural import banded_leaf, soil
from materials.pottery import ceramic, clay
from shapes.arrange import wobble
from shapes.finish import thicken
from shapes.mesh import grid
from shapes.solids import lathe

PRODUCTS = {'snake-plant-in-white-pot': {}}


def blade(skin, foot, lean, turn, height, width):
    """A sword: folded, tapering to its tip, leaning outwards and twisting a little."""
    t, across = np.linspace(0, 1, 40)[:, None], np.linspace(-1, 1, 11)[None]
    half = width / 2 * (0.75 + 0.5 * t) * np.clip(1 - t**5, 0.02, 1)
    angle = turn + 0.7 * t
    middle = foot[:, None, None] + lean[:, None, None] * t**1.6 * height
    hollow = 0.5 * half * across**2
    x = middle[0] + half * across * -np.sin(angle) - hollow * np.cos(angle)
    y = middle[1] + half * across * np.cos(angle) - hollow * np.sin(angle)
    thicken(grid(np.stack([x, y, 11 + height * t + 0 * across], 2), skin), 0.22, 0)


def build():
    chance, skin = random.Random(11), banded_leaf('#2F5E3C', '#8DB27A')
    vessel(
        [(0, 0.2), (6.4, 0.2, 0.3), (6.9, 0, 0.1), (7.3, 1.0, 0.8), (7.5, 13.0, 0.1)],
        0.5,
        ceramic('#F1EEE6'),
        clay('#D2B08C'),
    )
    wobble(lathe([(0, 11.4), (3, 11.3), (7.0, 11.1)], soil()), 0.3, 1.5)
    for i in range(9):
        turn = i * 2.4
        side = np.array([math.cos(turn), math.sin(turn)])
        reach = 0.7 + 3.4 * math.sqrt(i / 9)
        height = (34 - 1.9 * i) * (0.92 + 0.16 * chance.random())
        blade(skin, side * reach, side * (0.05 + 0.012 * i), turn + chance.random(), height, 5.0)
