"""Bifold wallet standing open like a book: stitched leather, cards in stepped pockets on both sides."""

import math

import numpy as np

from materials.cloth import fabric
from materials.natural import leather
from materials.plastics import plastic
from shapes.arrange import orient
from shapes.solids import rounded_slab, tube

PRODUCTS = {
    'fold-over-card-wallet': {'hide': '#6B2A2E', 'inside': '#8F4A44', 'thread': '#E8D5B0'},
}
WIDTH, HEIGHT, OPENING = 10.4, 8.8, 38
CARDS = (('#D9772B', '#3F6B72', '#EDE6D8'), ('#E3B34C', '#5B6B8C', '#B5563C'))


def stitches(middle, thread, z):
    """Dashes along the lower edge and the outer side of a leaf."""
    x, y, out = WIDTH / 2 - 0.35, HEIGHT / 2 - 0.35, np.sign(middle)
    parts = []
    for start, end in (((-x, -y), (x, -y)), ((out * x, -y), (out * x, y))):
        start, end = np.array(start) + [middle, 0], np.array(end) + [middle, 0]
        count = int(np.linalg.norm(end - start) / 0.5)
        for i in range(count):
            a, b = start + (end - start) * (i + 0.15) / count, start + (end - start) * (i + 0.75) / count
            parts.append(tube([(*a, z), (*b, z)], 0.07, thread, 2, sides=6, exact=True))
    return parts


def leaf(middle, hide, lining, thread, colours):
    """Half of the wallet around x = middle, its inside towards +z; each pocket stands before the one above it."""
    parts = [rounded_slab(WIDTH, HEIGHT, 0.32, 0.6, 0.12, hide, (middle, 0, 0))]
    for i, colour in enumerate(colours):
        top, z = 2.7 - 1.5 * i, 0.22 + 0.17 * i
        height = top + HEIGHT / 2 - 0.1
        parts.append(rounded_slab(WIDTH - 1.5, 3.0, 0.09, 0.35, 0.04, plastic(colour, 0.35), (middle, top - 0.9, z)))
        parts.append(rounded_slab(WIDTH - 0.2, height, 0.12, 0.45, 0.05, lining, (middle, top - height / 2, z + 0.1)))
    return parts + stitches(middle, thread, 0.72) + stitches(middle, thread, -0.18)


def build(hide, inside, thread):
    skin, lining, cotton = leather(hide, 0.025, 7), leather(inside, 0.02, 7), fabric(thread, 14)
    c, s = math.cos(math.radians(OPENING)), math.sin(math.radians(OPENING))
    for side, colours in zip((1, -1), CARDS):
        parts = leaf(side * (WIDTH / 2 + 0.2), skin, lining, cotton, colours)
        orient(parts, (c, -side * s, 0), (0, 0, 1), (-side * s, -c, 0), (0, 0, HEIGHT / 2))
    tube([(0, 0.12, 0.3), (0, 0.12, HEIGHT - 0.3)], 0.34, skin, 12)
