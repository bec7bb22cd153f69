"""Rolled yoga mat with its free end on the floor, or rolled up whole, in carrying straps."""

import math

import numpy as np

from materials.cloth import fabric
from materials.natural import cork
from materials.plastics import rubber
from shapes.curves import rounded
from shapes.solids import sweep, tube

PRODUCTS = {
    'morning-roll-yoga-mat': {'face': 'rubber', 'open_end': True},
    'grove-cork-yoga-mat': {'face': 'cork', 'open_end': False},
}
CORE, PITCH, TURNS = 2.2, 0.62, 5.2


def build(face, open_end):
    mat = rubber('#7C6BA8', 0.75, 0.03) if face == 'rubber' else cork()
    strap = fabric('#2B2B33' if face == 'rubber' else '#EFE8DA', 6)
    a = np.linspace(0, TURNS * math.tau, 520)
    radius = CORE + PITCH * a / math.tau
    end, turn = radius[-1], a - math.pi / 2 - a[-1]
    roll = np.stack([0 * a, radius * np.cos(turn), radius * np.sin(turn) + end], 1)
    if open_end:
        flat = np.stack([np.zeros(60), np.linspace(0.3, 17, 60), 0.02 * np.sin(np.linspace(0, 9, 60))], 1)
        roll = np.vstack([roll, flat])
    sweep(roll, rounded(61, 0.52, 0.2, 4), mat, up=(1, 0, 0))
    b = np.linspace(0, math.tau, 120, endpoint=False)
    for x in (-15, 15):
        loop = np.stack([x + 0 * b, (end + 0.5) * np.cos(b), (end + 0.4) * np.sin(b) + end], 1)
        sweep(loop, rounded(3.2, 0.25, 0.1), strap, closed=True, up=(1, 0, 0))
    top = 2 * end
    bow = [(-15, -1, 0.3), (-13, -1.5, 3.5), (0, -2, 5.2), (13, -1.5, 3.5), (15, -1, 0.3)]
    tube([(x, y, top + z) for x, y, z in bow], 0.55, strap, 80)
