"""Webcam on a small tripod: a capsule with a glass front and one big lens."""

import math

from materials.light import glow
from materials.metals import satin
from materials.plastics import plastic, screen_glass
from shapes.arrange import orient, place
from shapes.curves import profile
from shapes.solids import ellipsoid, lathe, rounded_slab, tube

PRODUCTS = {'stand-up-webcam': {}}


def head():
    """Looks to -y."""
    black, metal = plastic('#2A2E32', 0.4), satin('#C9CBCD', 0.22)
    parts = [
        rounded_slab(9.4, 3.7, 3.4, 1.84, 0.6, black, (0, 0, 0), 14, 7),
        rounded_slab(9.0, 3.3, 0.2, 1.64, 0.08, screen_glass('#0B0D10'), (0, 0, 1.68)),
    ]
    barrel = [(1.6, 1.7), (1.6, 2.5, 0.12), (1.35, 2.5, 0.06), (1.25, 2.1), (0.9, 1.95)]
    parts += [
        lathe(profile(barrel), metal, 96),
        lathe([(0, 2.2), (0.6, 2.14), (1.25, 1.95)], screen_glass('#1A2740'), 64),
    ]
    parts.append(lathe([(0, 1.81), (0.16, 1.8)], glow('#7FE0A0', 2.5), 24, at=(3.2, 0, 0)))
    for i in range(4):
        parts.append(lathe([(0, 1.805), (0.09, 1.8)], satin('#6B7075', 0.4), 16, at=(-3.4 + 0.35 * i, 0, 0)))
    return orient(parts, (1, 0, 0), (0, 0, 1), (0, -1, 0))


def build():
    place(head(), (0, 0, 12.4), (6, 0, 0))
    black, metal = plastic('#2A2E32', 0.45), satin('#B9BDC0', 0.28)
    ellipsoid((0.75, 0.75, 0.75), metal, (0, 0, 9.9), 32)
    lathe(profile([(0.5, 7.6), (0.9, 7.8, 0.1), (0.9, 9.2, 0.3), (0.45, 9.6), (0.45, 10.8)]), black, 48)
    for a in (math.radians(x) for x in (-90, 30, 150)):
        x, y = math.cos(a), math.sin(a)
        tube([(0.3 * x, 0.3 * y, 8.4), (2.4 * x, 2.4 * y, 5.2), (5.0 * x, 5.0 * y, 0.6)], 0.42, metal, 30)
        ellipsoid((0.62, 0.62, 0.62), black, (5.1 * x, 5.1 * y, 0.62), 24)
