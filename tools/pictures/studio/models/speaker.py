"""Portable speaker: upright rounded drum in woven cloth, rubber ends, a leather loop."""

from materials.cloth import fabric
from materials.metals import satin
from materials.natural import leather
from materials.plastics import plastic, rubber
from shapes.curves import profile, rounded, spline
from shapes.solids import lathe, sweep

PRODUCTS = {
    'porch-portable-speaker': {'cloth': '#4A6478', 'ends': '#23292E', 'loop': '#A5693C'},
}


def keys(z, ends):
    """A ring of light metal and three buttons on top."""
    lathe(profile([(3.6, z), (3.6, z + 0.14, 0.05), (3.3, z + 0.14, 0.05), (3.3, z)]), satin('#C9CBCD'), 96)
    for x in (-1.5, 0, 1.5):
        lathe(profile([(0.45, z - 0.1), (0.45, z + 0.14, 0.08), (0, z + 0.16)]), plastic(ends, 0.3), 32, at=(x, 0, 0))


def build(cloth, ends, loop):
    radius, height = 4.7, 17.4
    skin, rim = fabric(cloth, 3.4, 0.06), rubber(ends, 0.55)
    lathe(
        profile([(radius - 0.35, 1.1), (radius, 1.5, 0.3), (radius, height - 1.5, 0.3), (radius - 0.35, height - 1.1)]),
        skin,
        160,
    )
    base = [(0, 0), (radius - 1.1, 0, 0.5), (radius + 0.05, 0.7, 0.4), (radius + 0.05, 1.4, 0.15), (radius - 0.6, 1.5)]
    lathe(profile(base, steps=7), rim, 160)
    top = [
        (radius - 0.6, 1.5),
        (radius + 0.05, 1.4, 0.15),
        (radius + 0.05, 0.7, 0.4),
        (radius - 1.1, 0.1, 0.5),
        (0, 0.35),
    ]
    lathe([(r, height - z) for r, z in profile(top, steps=7)], rim, 160)
    keys(height - 0.12, ends)
    strap = spline(
        [
            (radius - 0.2, 0, height - 0.8),
            (radius + 1.3, 0, height - 0.9),
            (radius + 2.6, 0, height - 3.2),
            (radius + 2.3, 0, height - 6.2),
            (radius + 0.4, 0, height - 7.2),
        ],
        70,
    )
    sweep(strap, rounded(1.5, 0.28, 0.12), leather(loop), up=(0, 1, 0))
