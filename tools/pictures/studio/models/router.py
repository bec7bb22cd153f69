"""Wireless router: low rounded box with four aerials and a row of lights."""

from materials.light import glow
from materials.plastics import plastic
from shapes.arrange import place
from shapes.solids import box, rounded_slab

PRODUCTS = {'hallway-wireless-router': {'shell': '#EDEFF0', 'dark': '#30363B'}}


def aerial(x, lean, dark):
    place(
        [box((1.7, 0.75, 15), 0.34, dark, (0, 0, 8.4)), box((1.9, 1.3, 2.4), 0.4, dark, (0, 0, 1.0))],
        (x, 7.2, 1.8),
        (-4, lean, 0),
    )


def build(shell, dark):
    body, black = plastic(shell, 0.4), plastic(dark, 0.45)
    rounded_slab(24, 14.5, 3.0, 2.2, 0.9, body, (0, 0, 2.2))
    rounded_slab(21, 11.5, 0.8, 1.6, 0.1, black, (0, 0, 0.4))
    for i in range(9):
        rounded_slab(8.4, 0.3, 0.12, 0.14, 0.04, black, (0, -1.4 + 0.75 * i, 3.68))
    for i in range(5):
        box((0.7, 0.12, 0.22), 0.04, glow('#7FE0A0' if i < 4 else '#F0B252', 2.2), (-8 + 1.5 * i, -7.2, 2.3))
    for x, lean in ((-10.4, -12), (-3.6, -4), (3.6, 4), (10.4, 12)):
        aerial(x, lean, black)
