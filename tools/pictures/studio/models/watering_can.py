"""Watering can: enamelled body, long thin spout with a rose, a bow handle."""

import math

from materials.metals import satin
from materials.plastics import enamel
from shapes.curves import circle, profile, spline
from shapes.solids import lathe, sweep, tube

PRODUCTS = {'long-spout-watering-can': {'colour': '#D9A02E'}}


def build(colour):
    skin, brass = enamel(colour), satin('#C79A55', 0.25)
    wall = [
        (0, 0),
        (8.2, 0, 0.3),
        (8.4, 0.8, 0.2),
        (8.2, 1.1, 0.2),
        (7.6, 14.5, 0.6),
        (5.4, 16.4, 1.2),
        (5.0, 17.6, 0.3),
        (5.3, 17.8, 0.1),
        (4.7, 17.8, 0.1),
        (4.6, 16),
    ]
    lathe(profile(wall, steps=8), skin, 160)
    lathe([(0, 14.0), (6.8, 14.0)], enamel('#4A3812'))
    spout = spline([(-6.8, 0, 3.2), (-10.5, 0, 4.6), (-14.5, 0, 10.5), (-18.5, 0, 18.0), (-22.4, 0, 21.6)], 90)
    sweep(spout, circle(1, 32), skin, scale=lambda t: 1.75 - 0.95 * t**0.6, up=(0, 1, 0))
    rose = lathe(profile([(0.75, 0), (0.9, 1.0, 0.3), (2.3, 2.9, 0.3), (2.35, 3.3, 0.1), (0, 3.6)], steps=6), brass, 64)
    rose.location, rose.rotation_euler = tuple(spout[-1]), (0, -math.radians(48), 0)
    tube([(-7.2, 0, 12.6), (-11, 0, 11.9), (-14.7, 0, 11.0)], 0.3, skin, 20)
    bow = spline(
        [
            (-4.6, 0, 17.4),
            (-2.2, 0, 21.6),
            (3.0, 0, 23.6),
            (8.6, 0, 21.6),
            (11.8, 0, 15.6),
            (11.2, 0, 8.6),
            (7.7, 0, 5.2),
        ],
        90,
    )
    sweep(bow, circle(0.62, 20), skin, up=(0, 1, 0))
