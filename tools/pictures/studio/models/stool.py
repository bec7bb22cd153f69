"""Three-legged wooden stool with a dished seat and turned legs."""

import math

import numpy as np

from materials.natural import wood
from shapes.arrange import orient
from shapes.curves import profile
from shapes.solids import lathe

PRODUCTS = {'three-leg-oak-stool': {'seat': '#C99C62', 'dark': '#97683A'}}
SEAT = [(0, 43.2), (8, 43.5), (14.6, 44.4, 0.5), (16, 44.2, 0.8), (16, 42.2, 1.2), (13.6, 41.0, 0.8), (0, 41.0)]


def bar(start, end, radius, material, swell):
    start, end = np.array(start), np.array(end)
    length = np.linalg.norm(end - start)
    z = (end - start) / length
    x = np.cross(z, [0.3, 1, 0.2])
    x /= np.linalg.norm(x)
    t = np.linspace(0, 1, 40)
    outline = np.c_[radius * (1 + swell * np.sin(t * math.pi)), t * length]
    orient([lathe([(0, 0), *outline, (0, length)], material, 48)], x, np.cross(z, x), z, start)


def build(seat, dark):
    lathe(profile(SEAT, steps=8), wood(seat, dark, 0.45, 'X'), 160)
    legs = wood(seat, dark, 0.6, 'Z')
    for a in (math.radians(x) for x in (-90, 30, 150)):
        x, y = math.cos(a), math.sin(a)
        bar((18.2 * x, 18.2 * y, 0), (9.5 * x, 9.5 * y, 42), 1.55, legs, 0.28)
        b = a + math.tau / 3
        reach = 15.2
        bar(
            (reach * x, reach * y, 14.5),
            (reach * math.cos(b), reach * math.sin(b), 14.5),
            0.85,
            wood(seat, dark, 0.6, 'Z'),
            0.3,
        )
