"""Wrist watch with hands on a leather strap, closed, lying tilted on its strap."""

import math

import numpy as np

from materials.metals import satin
from materials.natural import leather
from materials.plastics import plastic
from materials.surface import surface
from shapes.arrange import orient, place
from shapes.curves import profile, rounded, spline
from shapes.mesh import built
from shapes.solids import box, lathe, sweep, tube

PRODUCTS = {
    'linden-field-watch': {'strap': '#8A5433', 'dial': '#F2EDE0', 'metal': '#C6C8CA'},
}


def pointing(angle, length, width, z, material, tail=0.35):
    a, middle = math.radians(angle), (length - tail) / 2
    return box(
        (width, length + tail, 0.05), 0.02, material, (middle * math.sin(a), middle * math.cos(a), z), 2, (0, 0, -a)
    )


def face(dial, metal):
    """The glass towards +z, twelve o'clock towards +y."""
    steel, ink = satin(metal, 0.22), plastic('#22272B', 0.35)
    case = [(0, -0.55), (1.7, -0.55, 0.15), (2.0, -0.2, 0.15), (2.0, 0.3, 0.12), (1.82, 0.5, 0.08), (1.72, 0.38)]
    parts = [lathe(profile(case, steps=6), steel), lathe([(0, 0.3), (1.76, 0.3)], surface(dial, 0.5))]
    for hour in range(12):
        a, long = math.radians(hour * 30), 0.4 if hour % 3 == 0 else 0.24
        reach = 1.52 - long / 2
        width = 0.13 if hour % 3 == 0 else 0.08
        parts.append(
            box((width, long, 0.04), 0.01, ink, (reach * math.sin(a), reach * math.cos(a), 0.32), 2, (0, 0, -a))
        )
    parts += [
        pointing(305, 0.85, 0.15, 0.36, ink),
        pointing(48, 1.3, 0.11, 0.40, ink),
        pointing(180, 1.4, 0.04, 0.43, plastic('#C23A33')),
    ]
    parts.append(lathe(profile([(0.13, 0.3), (0.13, 0.47, 0.03), (0, 0.48)]), ink, 32))
    crown = lathe(profile([(0.34, 0), (0.34, 0.35, 0.06), (0, 0.38)]), steel, 20)
    parts += orient([crown], (0, 1, 0), (0, 0, 1), (1, 0, 0), (2.0, 0, 0))
    for x in (-1.05, 1.05):
        for y in (-1, 1):
            lug = spline([(x, y * 1.5, 0.15), (x, y * 2.05, 0.05), (x, y * 2.45, -0.35)], 20)
            parts.append(sweep(lug, rounded(0.42, 0.5, 0.14), steel, up=(1, 0, 0)))
    return parts


def band(hide, metal):
    half = [(1.85, -0.12), (2.3, -0.28), (2.7, -0.7), (3.2, -1.8), (3.3, -3.2), (2.8, -4.7), (1.6, -5.7), (0, -6.0)]
    points = [(0, y, z) for y, z in half] + [(0, -y, z) for y, z in half[-2::-1]]
    width = lambda t: (1 - 0.2 * math.sin(math.pi * t) ** 0.7, 1)
    parts = [sweep(spline(points, 160), rounded(1.95, 0.32, 0.12), hide, up=(1, 0, 0), scale=width)]
    buckle = np.array([(x, -1.9 + y * 0.95, -5.75 - y * 0.3) for x, y in rounded(2.2, 1.7, 0.3)])
    parts.append(tube(buckle, 0.13, metal, closed=True, exact=True))
    loop = np.array([(x, 0.6, -6.0 + z) for x, z in rounded(1.95, 0.75, 0.15)])
    parts.append(sweep(loop, rounded(0.5, 0.12, 0.05), hide, closed=True, up=(0, 1, 0)))
    return parts


def build(strap, dial, metal):
    steel = satin(metal, 0.22)
    orient(face(dial, metal) + band(leather(strap, 0.012, 9), steel), (1, 0, 0), (0, 0, 1), (0, -1, 0))
    place(list(built), turn=(-32, 0, 0))
