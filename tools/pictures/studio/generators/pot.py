"""Thrown vessels: an outside with a bare foot, a rounded lip, an inside, handles."""

import math

import numpy as np

from shapes.curves import profile, rounded, spline
from shapes.solids import lathe, sweep


def vessel(outside, wall, glaze, foot=None, foot_height=1.0, floor=0.6):
    """outside = [(radius, z[, rounding])...] from the floor to the lip; foot = bare material up to foot_height."""
    skin = profile(outside, 0.3, 10)
    radius, top = skin[-1]
    lip = [
        (radius - wall / 2 + wall / 2 * math.cos(a), top + wall / 2 * math.sin(a)) for a in np.linspace(0, math.pi, 9)
    ]
    inner = [(max(r - wall, 0), z) for r, z in skin[::-1] if z > floor + wall]
    inside = np.vstack([lip, inner, [(max(inner[-1][0] * 0.8, 0), floor), (0, floor)]])
    first = int(np.argmax(skin[:, 1] > foot_height)) if foot else 0
    lathe(skin[first:], glaze)
    lathe(inside, glaze)
    if foot:
        lathe(np.vstack([skin[: first + 1] * [0.995, 1], skin[first] * [0.97, 1.02]]), foot)


def handle(points, width, thickness, glaze, flare=0.28):
    """Strap handle in the x-z plane that widens where it joins."""
    path = spline([(x, 0, z) for x, z in points], 70)
    section = rounded(width, thickness, thickness * 0.47, 7)
    return sweep(path, section, glaze, up=(0, 1, 0), scale=lambda t: 1 + flare * abs(2 * t - 1) ** 4)


def flower_pot(material):
    """Terracotta pot with a rim, on its saucer; soil belongs at a height of 12."""
    wall = [(0, 0.5), (5.2, 0.5, 0.4), (6.9, 11.2, 0.2), (7.6, 11.3, 0.2), (7.8, 13.2, 0.25), (7.2, 13.2, 0.2)]
    lathe(profile([*wall, (6.9, 11.8, 0.3), (0, 11.8)]), material)
    saucer = [(0, 0), (7.2, 0, 0.3), (8.0, 1.2, 0.2), (7.6, 1.2, 0.1), (7.0, 0.55, 0.2), (0, 0.5)]
    lathe(profile(saucer), material)
