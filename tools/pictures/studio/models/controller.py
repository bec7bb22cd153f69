"""Game controller: fused body with two grips, two sticks, a cross and four round buttons."""

import math

from materials.plastics import lacquer, plastic, rubber
from shapes.arrange import place
from shapes.curves import circle, profile, spline
from shapes.finish import fuse
from shapes.mesh import built, join
from shapes.solids import box, ellipsoid, lathe, rounded_slab, sweep

PRODUCTS = {
    'second-player-controller': {
        'shell': '#D6DEE4',
        'dark': '#2B3137',
        'buttons': ('#D9603B', '#E3A23C', '#4F9A6E', '#4A7FB0'),
    }
}


def body(shell):
    """Bridge and two grips in one skin; top faces +z, grips point to -y."""
    bridge = rounded_slab(14.0, 7.0, 3.4, 2.9, 1.4, shell, (0, 0.6, 0), 12, 8)
    parts = [bridge]
    for side in (1, -1):
        path = spline(
            [(side * 4.2, 1.2, 0.0), (side * 5.6, -0.4, 0), (side * 6.7, -3.2, -0.4), (side * 6.9, -6.4, -0.9)], 50
        )
        parts.append(sweep(path, circle(1, 36), shell, scale=lambda t: (2.0 - 0.55 * t, 2.6 - 0.9 * t), up=(0, 0, 1)))
        parts.append(ellipsoid((1.75, 1.75, 1.45), shell, tuple(path[-1]), 40))
    return fuse(join(*parts), 0.12, 14)


def stick(x, y, dark):
    lathe(profile([(1.25, 1.5), (1.25, 1.95, 0.15), (0.9, 1.95, 0.1), (0.5, 1.7)]), dark, 64, at=(x, y, 0))
    lathe(
        profile([(0.5, 1.6), (0.5, 2.5, 0.1), (1.05, 2.8, 0.2), (1.05, 3.15, 0.15), (0.7, 3.1, 0.3), (0, 3.0)]),
        dark,
        64,
        at=(x, y, 0),
    )


def build(shell, dark, buttons):
    skin, black = plastic(shell, 0.42), rubber(dark, 0.55)
    body(skin)
    stick(-2.3, -0.9, black)
    stick(2.3, -0.9, black)
    for size in ((2.5, 0.85, 0.6), (0.85, 2.5, 0.6)):
        box(size, 0.15, black, (-4.4, 1.7, 1.8))
    for i, colour in enumerate(buttons):
        a = i * math.pi / 2
        lathe(
            profile([(0.5, 1.4), (0.5, 2.05, 0.12), (0, 2.12)]),
            lacquer(colour),
            40,
            at=(4.4 + 1.05 * math.cos(a), 1.7 + 1.05 * math.sin(a), 0),
        )
    for x in (-1.3, 1.3):
        box((0.9, 0.35, 0.3), 0.12, black, (x, 2.2, 1.75))
    for side in (1, -1):
        box((3.2, 1.5, 1.4), 0.5, black, (side * 4.2, 3.9, 0.75))
    place(list(built), turn=(14, 0, 0))
