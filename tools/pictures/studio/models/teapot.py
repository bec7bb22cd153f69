"""Round teapot: body and lid turned, a tapering spout, an arched handle at the back."""

import math

import numpy as np

from generators.pot import handle
from materials.pottery import ceramic
from shapes.curves import circle, profile, spline
from shapes.solids import lathe, sweep

PRODUCTS = {'second-cup-teapot': {'glaze': '#5F7F8C'}}
BODY = [
    (0, 0.3),
    (4.2, 0.3),
    (4.5, 0),
    (5.0, 0),
    (5.3, 0.6),
    (7.0, 2.6),
    (7.8, 5.6),
    (7.1, 8.8),
    (5.2, 11.2),
    (3.7, 12.0),
]
LID = [
    (0, 14.9),
    (0.9, 14.9, 0.5),
    (1.15, 14.0, 0.4),
    (0.6, 13.2, 0.3),
    (1.6, 12.9, 0.6),
    (3.3, 12.5, 0.4),
    (3.9, 12.1, 0.1),
    (3.9, 11.9),
]


def build(glaze):
    skin = ceramic(glaze, speckle='#2D3A40', density=0.56)
    lathe(np.vstack([profile(BODY[:5], 0.2), spline(BODY[4:], 60)]), skin, 160)
    lathe(profile(LID, steps=7), skin)
    path = spline([(-6.2, 0, 4.6), (-8.6, 0, 5.6), (-10.0, 0, 8.4), (-10.9, 0, 10.6), (-12.3, 0, 11.8)], 60)
    sweep(path, circle(1, 40), skin, scale=lambda t: 2.0 - 1.15 * t**0.7, up=(0, 1, 0), caps=False)
    rim = lathe([(0.85, 0), (0.9, 0.1), (0.8, 0.18), (0.6, 0.1), (0.5, -1.4)], skin, 40)
    rim.location, rim.rotation_euler = (-12.3, 0, 11.8), (0, -math.radians(50), 0)
    handle([(6.6, 9.2), (9.6, 10.4), (11.9, 8.6), (11.6, 5.2), (9.4, 3.0), (6.9, 3.1)], 1.5, 1.0, skin)
