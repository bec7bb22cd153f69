"""Roll-top backpack standing upright: rolled closing with a buckle, front pocket, straps at the back."""

import math

import numpy as np

from generators.bag import standing_body
from materials.cloth import fabric
from materials.metals import satin
from materials.natural import leather
from shapes.arrange import wobble
from shapes.curves import rounded, spline
from shapes.mesh import grid
from shapes.solids import box, sweep, tube

PRODUCTS = {
    'commuter-roll-top-backpack': {'cloth': '#2F3E52', 'hide': '#B07A45'},
}
HEIGHT, FRONT = 38, -7.4


def rolled_top(cloth):
    """The mouth, folded over twice to the front."""
    a = np.linspace(0, 1.6 * math.tau, 90)
    radius = 1.1 + 0.55 * a / math.tau
    roll = np.stack([0 * a, FRONT * 0.06 + radius * np.cos(a) - 1.2, HEIGHT + 1.2 + radius * np.sin(a)], 1)
    return wobble(sweep(roll, rounded(29, 0.6, 0.25), cloth, up=(1, 0, 0)), 0.25, 7, 3)


def pocket(cloth, hide):
    """A low box on the front with a flap."""
    rows = []
    for t in np.linspace(0, 1, 30):
        width, depth = 20 - 1.5 * t, 4.2 * (1 - 0.35 * t)
        outline = rounded(width, depth, depth * 0.45, 7)
        rows.append(np.c_[outline[:, 0], outline[:, 1] + FRONT + 0.4, np.full(len(outline), 3 + 14 * t)])
    wobble(grid(rows, cloth, close_across=True, caps=(True, True)), 0.3, 6, 7)
    flap = [
        (0, FRONT + 0.8, 18.4),
        (0, FRONT - 0.6, 18.3),
        (0, FRONT - 1.75, 17.3),
        (0, FRONT - 2.0, 14.0),
        (0, FRONT - 2.15, 12.4),
    ]
    sweep(spline(flap, 40), rounded(19.6, 0.35, 0.15), cloth, up=(1, 0, 0))
    box((2.2, 0.4, 6.0), 0.15, hide, (0, FRONT - 2.35, 12.2))


def closing_straps(hide, metal):
    for x in (-8, 8):
        path = [(x, -2.6, HEIGHT + 2.6), (x, FRONT * 0.75, HEIGHT - 0.4), (x, FRONT * 0.98, 32), (x, FRONT - 0.2, 25.5)]
        sweep(spline(path, 60), rounded(2.0, 0.3, 0.12), hide, up=(1, 0, 0))
        frame = np.array([(x + a, FRONT - 0.15, 30.0 + b) for a, b in rounded(2.9, 2.4, 0.4)])
        tube(frame, 0.22, metal, closed=True, exact=True)


def carrying(cloth, hide):
    for side in (1, -1):
        path = [
            (side * 6, 6.6, 34),
            (side * 8.2, 9.6, 31),
            (side * 10, 11.6, 22),
            (side * 11.4, 10.2, 11),
            (side * 12, 7.2, 4),
        ]
        sweep(spline(path, 80), rounded(0.9, 5.0, 0.4), cloth, up=(0, 1, 0.2))
    grip = spline(
        [
            (-3, 5.6, HEIGHT - 3),
            (-2.4, 6.6, HEIGHT + 2.4),
            (0, 6.8, HEIGHT + 4.4),
            (2.4, 6.6, HEIGHT + 2.4),
            (3, 5.6, HEIGHT - 3),
        ],
        60,
    )
    sweep(grip, rounded(0.4, 2.0, 0.15), hide, up=(0, 1, 0))


def build(cloth, hide):
    canvas, skin, brass = fabric(cloth, 4.5, 0.05), leather(hide), satin('#C79A55')
    standing_body(canvas, lambda t: (27 + 1.5 * math.sin(math.pi * t), 13.5 - 9.5 * t**3), HEIGHT, 4.5, (0.6, 0.25))
    rolled_top(canvas)
    pocket(canvas, skin)
    closing_straps(skin, brass)
    carrying(fabric(cloth, 6, 0.04), skin)
