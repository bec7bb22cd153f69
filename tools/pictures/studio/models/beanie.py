"""Ribbed beanie with a deep turn-up, standing as if on a head; one has a pompom."""

import math
import random

import numpy as np

from materials.cloth import knit
from shapes.arrange import wobble
from shapes.curves import spline
from shapes.mesh import grid
from shapes.solids import tube

PRODUCTS = {
    'ribbed-merino-beanie': {'wool': '#6B7A4B', 'pompom': None, 'ribs': 44},
    'bobble-cable-beanie': {'wool': '#B7563E', 'pompom': '#EFE6D6', 'ribs': 30},
}
CROWN = [(9.4, 5.0), (9.7, 8.5), (9.2, 12.2), (7.6, 15.6), (4.9, 17.8), (2.2, 18.9), (0.15, 19.2)]
CUFF = [
    (9.5, 6.6),
    (9.75, 7.6),
    (10.35, 7.7),
    (10.65, 6.6),
    (10.75, 4.0),
    (10.6, 0.9),
    (10.2, 0.0),
    (9.7, 0.3),
    (9.3, 1.4),
]


def ribbed(outline, ribs, depth, wool, steps):
    """Turned shape, a little deeper than wide, whose ribs fade out towards the crown."""
    line = spline(outline, steps)
    a = np.linspace(0, math.tau, ribs * 10, endpoint=False)[None]
    wave = np.abs(np.cos(a * ribs / 2)) ** 0.7 - 0.6
    radius = line[:, :1] + depth * wave * np.clip(line[:, :1] / 6, 0, 1)
    return grid(
        np.stack([radius * np.cos(a), 0.93 * radius * np.sin(a), line[:, 1:] + 0 * a], 2), wool, close_across=True
    )


def bobble(colour, at):
    """A ball of short thick yarns."""
    chance, yarn = random.Random(5), knit(colour, (0.3, 0.3), 0.1)
    for i in range(420):
        z = 1 - 2 * (i + 0.5) / 420
        turn = i * 2.39996
        side = math.sqrt(1 - z * z)
        d = np.array([side * math.cos(turn), side * math.sin(turn), z]) + np.array(
            [chance.uniform(-0.12, 0.12) for _ in range(3)]
        )
        d /= np.linalg.norm(d)
        length = 3.3 * chance.uniform(0.9, 1.06)
        tube([at + d * 0.8, at + d * length * 0.6, at + d * length], 0.3, yarn, 5, sides=7)


def build(wool, pompom, ribs):
    cloth = knit(wool, (0.5, 0.5), 0.12)
    wobble(ribbed(CROWN, ribs, 0.42, cloth, 90), 0.35, 6, 1)
    wobble(ribbed(CUFF, ribs, 0.5, cloth, 90), 0.22, 6, 2)
    if pompom:
        bobble(pompom, np.array([0, 0, 21.2]))
