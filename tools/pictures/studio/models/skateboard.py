"""Skateboard on its four wheels: curved maple deck, grip tape, trucks."""

import numpy as np

from materials.metals import satin
from materials.natural import wood
from materials.plastics import plastic, rubber
from shapes.curves import profile
from shapes.mesh import grid
from shapes.solids import box, lathe, tube
from shapes.arrange import orient

PRODUCTS = {'kerbside-maple-skateboard': {}}
HALF, WIDTH, FLOOR = 40, 20.5, 9.3


def deck_layer(z, material, thickness, inset):
    """Rows across the board from tail to nose; ends round off and bend up."""
    x = np.linspace(-HALF + inset, HALF - inset, 160)
    end = np.clip((np.abs(x) - (HALF - WIDTH / 2)) / (WIDTH / 2), 0, 1)
    half = (WIDTH / 2 - inset) * np.sqrt(np.maximum(1 - end**2.2, 0.0008))
    bend = FLOOR + z + 0.032 * np.clip(np.abs(x) - 24, 0, None) ** 2
    s = np.linspace(-1, 1, 25)
    y = half[:, None] * s
    height = bend[:, None] + 0.9 * (np.abs(y) / (WIDTH / 2)) ** 2.4
    top = np.stack([x[:, None] + 0 * s, y, height], 2)
    under = top[:, ::-1] - [0, 0, thickness]
    return grid(np.concatenate([top, under], 1), material, close_across=True, caps=(True, True))


def truck(x):
    metal = satin('#B4B8BC', 0.32)
    box((6.5, 5.2, 1.0), 0.2, plastic('#2A2D31'), (x, 0, 8.5))
    box((3.4, 4.0, 3.4), 0.8, metal, (x, 0, 6.6))
    tube([(x, -8.2, 4.6), (x, -3, 4.8), (x, 0, 5.4), (x, 3, 4.8), (x, 8.2, 4.6)], 1.0, metal, 40)
    tyre = profile(
        [
            (0.9, -1.6),
            (2.1, -1.6, 0.5),
            (2.75, -0.9, 0.4),
            (2.75, 0.9, 0.4),
            (2.1, 1.6, 0.5),
            (0.9, 1.6),
            (0.9, 1.2),
            (0, 1.2),
        ],
        steps=6,
    )
    for side in (1, -1):
        orient([lathe(tyre, plastic('#EFE6D3', 0.35), 64)], (1, 0, 0), (0, 0, 1), (0, side, 0), (x, side * 8.8, 2.75))
        orient(
            [lathe(profile([(0, 1.0), (0.6, 1.0, 0.1), (0.6, 1.9, 0.1), (0, 1.9)]), metal, 6)],
            (1, 0, 0),
            (0, 0, 1),
            (0, side, 0),
            (x, side * 8.8, 2.75),
        )


def build():
    deck_layer(0.0, wood('#D8A868', '#A8743E', 0.6, 'X'), 1.1, 0)
    deck_layer(0.12, rubber('#33373C', 0.9, 0.05, 22), 0.1, 0.35)
    for x in (-22, 22):
        truck(x)
