"""Jump rope: two turned handles lying crossed before a loose coil."""

import math


from materials.metals import satin
from materials.natural import wood
from materials.plastics import plastic, rubber
from shapes.arrange import orient
from shapes.curves import profile
from shapes.solids import lathe, tube

PRODUCTS = {'double-under-jump-rope': {}}
GRIP = [
    (0, 0),
    (1.25, 0, 0.35),
    (1.5, 0.8, 0.4),
    (1.3, 5, 2),
    (1.55, 9.5, 2),
    (1.2, 13.2, 0.5),
    (0.8, 13.8, 0.2),
    (0, 13.8),
]


def handle(at, turn):
    """Handle whose end with the rope is at the given place, its grip pointing the other way."""
    parts = [lathe(profile(GRIP, steps=8), wood('#B9824E', '#7C4F2A', 1.1, 'Z'), 64)]
    for z in (2.2, 3.0, 10.6):
        parts.append(
            lathe(profile([(1.2, z), (1.62, z, 0.1), (1.62, z + 0.4, 0.1), (1.2, z + 0.4)]), plastic('#2B2E33'), 64)
        )
    parts.append(lathe(profile([(0, 13.6), (0.62, 13.6, 0.1), (0.62, 15.2, 0.2), (0, 15.2)]), satin('#C9CBCD'), 48))
    a = math.radians(turn)
    direction = (math.cos(a), math.sin(a), 0)
    orient(
        parts,
        (-math.sin(a), math.cos(a), 0),
        (0, 0, 1),
        direction,
        (at[0] - 15 * direction[0], at[1] - 15 * direction[1], 1.62),
    )


def build():
    left, right = (-7.5, -5.5), (7.5, -5.0)
    handle(left, 62)
    handle(right, 118)
    rope = [(*left, 1.6), (-5.6, -1.6, 1.1)]
    for i in range(40):
        a = math.radians(205 - i * 27)
        reach = 1 + 0.05 * math.sin(i * 1.7)
        rope.append((11.5 * reach * math.cos(a), 7 + 7.6 * reach * math.sin(a), 0.45 + 0.16 * (i % 13) / 2 + 0.055 * i))
    rope += [(6.4, -0.5, 1.4), (*right, 1.6)]
    tube(rope, 0.42, rubber('#C8442F', 0.55), 900, sides=14)
