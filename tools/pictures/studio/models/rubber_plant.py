import math
import random

import numpy as np

from generators.pot import flower_pot
from materials.natural import foliage, soil
from materials.pottery import clay
from materials.surface import surface
from shapes.arrange import place, wobble
from shapes.curves import spline
from shapes.leaf import leaf
from shapes.solids import lathe, tube

PRODUCTS = {'rubber-plant-in-clay-pot': {}}
LEAVES = 8


def stem(turn, height, bark):
    side = np.array([math.cos(turn), math.sin(turn), 0])
    top = side * 3.2 + [0, 0, 12 + height]
    path = spline([side * 1.5 + [0, 0, 11.5], top * [0.6, 0.6, 0.55] + [0, 0, 2], top], 40)
    tube(path, 0.32, bark, exact=True)
    return path


def build():
    chance, skin, bark = random.Random(4), foliage('#2F6B3C'), surface('#6B7A3F', 0.6)
    flower_pot(clay('#C98A6A'))
    wobble(lathe([(0, 12.2), (3, 12.1), (6.9, 11.9)], soil()), 0.3, 1.5)
    for turn, height in ((0.4, 29), (2.6, 20), (4.8, 20)):
        path = stem(turn, height, bark)
        for i in range(LEAVES):
            t = 0.25 + 0.75 * i / (LEAVES - 1)
            rise = 15 + 50 * t * (0.6 + 0.4 * chance.random())
            length = (17 - 5 * t) * (0.85 + 0.3 * chance.random())
            stalk = tube([(0, 0, 0), (1.2, 0, 0.2), (2.2, 0, 0)], 0.14, bark, 10, sides=8)
            blade = leaf(skin, length, length * 0.52, 0.9 + 0.5 * chance.random(), 0.22, 1.25, 0.12, seed=i)
            blade.location = (2.1, 0, 0)
            place([stalk, blade], tuple(path[int(t * 39)]), (0, -rise, math.degrees(turn + i * 2.4)))
