"""Compact camera: leathered body with metal top plate, lens, viewfinder, dials."""

import math

from materials.metals import satin
from materials.natural import leather
from materials.plastics import plastic, screen_glass
from shapes.arrange import orient
from shapes.curves import profile, rounded, spline
from shapes.solids import box, lathe, rounded_slab, sweep

PRODUCTS = {'daybreak-compact-camera': {'hide': '#2A2624', 'metal': '#C9CACB'}}


def lens(metal):
    """Its axis points to -y."""
    black = plastic('#1C1E20', 0.35)
    barrel = [
        (3.3, 0),
        (3.3, 0.9, 0.1),
        (3.0, 1.0, 0.1),
        (3.0, 1.7, 0.1),
        (3.2, 1.8, 0.08),
        (3.2, 3.3, 0.15),
        (2.9, 3.5, 0.1),
        (2.75, 3.4),
        (2.3, 2.3),
        (1.9, 2.2),
    ]
    parts = [lathe(profile(barrel, steps=5), black, 128)]
    parts.append(lathe(profile([(3.35, 0), (3.45, 0.1, 0.05), (3.45, 0.7, 0.1), (3.3, 0.8)]), metal, 128))
    parts.append(lathe(profile([(2.78, 3.42), (2.92, 3.56, 0.05), (3.05, 3.42)]), metal, 128))
    parts.append(lathe([(0, 2.75), (0.8, 2.68), (1.6, 2.45), (2.2, 2.1)], screen_glass('#15202E'), 96))
    for i in range(44):
        a = i / 44 * math.tau
        parts.append(box((0.2, 0.22, 1.1), 0.06, black, (3.22 * math.cos(a), 3.22 * math.sin(a), 2.5), 2, (0, 0, a)))
    return orient(parts, (1, 0, 0), (0, 0, 1), (0, -1, 0), (-0.3, -1.9, 3.6))


def build(hide, metal):
    skin = satin(metal, 0.26)
    rounded_slab(12.2, 3.9, 4.9, 1.5, 0.12, leather(hide, 0.05, 7), (0, 0, 3.2))
    rounded_slab(12.2, 3.9, 0.9, 1.5, 0.2, skin, (0, 0, 0.45))
    rounded_slab(12.2, 3.9, 1.7, 1.5, 0.3, skin, (0, 0, 6.4))
    lens(skin)
    box((3.0, 3.3, 1.2), 0.3, skin, (-0.3, 0, 7.5))
    box((1.9, 0.3, 0.8), 0.1, screen_glass(), (-0.3, -1.6, 7.55))
    box((1.5, 0.3, 0.8), 0.1, screen_glass(), (3.9, -1.9, 6.4))
    dials = [(4.3, 1.0, 1.0), (2.2, 0.75, 0.7), (-4.4, 1.15, 0.8)]
    for x, radius, height in dials:
        lathe(
            profile([(radius, 7.1), (radius, 7.2 + height, 0.12), (0, 7.25 + height)]),
            satin('#A9ABAD', 0.3),
            14 if x == 2.2 else 40,
            at=(x, 0.1, 0),
        )
    lathe(profile([(0.45, 8), (0.45, 8.55, 0.1), (0, 8.6)]), satin('#D9772B', 0.3), 32, at=(4.3, 0.1, 0))
    for side in (1, -1):
        ring = spline(
            [(side * 6.1, 0, 6.5), (side * 6.6, 0, 6.9), (side * 6.9, 0, 6.4), (side * 6.5, 0, 6.0)], 40, True
        )
        sweep(ring, rounded(0.22, 0.22, 0.1), skin, closed=True)
