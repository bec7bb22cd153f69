"""Folded card wallet standing half open like a tent, stitched, with two cards showing."""
import numpy as np

from materials.cloth import fabric
from materials.natural import leather
from materials.plastics import plastic
from shapes.arrange import place
from shapes.solids import rounded_slab, tube

PRODUCTS = {
    'fold-over-card-wallet': {'hide': '#7B4A2D', 'inside': '#B98255', 'thread': '#E8D5B0'},
}
WIDTH, HEIGHT = 10.6, 8.4


def stitches(width, height, z, thread):
    """Short dashes along three sides of a leaf."""
    x, y = width / 2 - 0.4, height / 2 - 0.4
    runs = [((-x, -y), (x, -y)), ((x, -y), (x, y)), ((-x, y), (-x, -y))]
    parts = []
    for start, end in runs:
        start, end = np.array(start), np.array(end)
        count = int(np.linalg.norm(end - start) / 0.5)
        for i in range(count):
            a, b = start + (end - start) * (i + 0.15) / count, start + (end - start) * (i + 0.75) / count
            parts.append(tube([(*a, z), (*b, z)], 0.07, thread, 2, sides=6, exact=True))
    return parts


def leaf(hide, inside, thread, pockets):
    """One half, its outside towards -z; pockets carry cards."""
    parts = [rounded_slab(WIDTH, HEIGHT, 0.34, 0.8, 0.12, hide), *stitches(WIDTH, HEIGHT, -0.2, thread)]
    parts.append(rounded_slab(WIDTH - 0.3, HEIGHT - 0.3, 0.16, 0.7, 0.06, inside, (0, 0, 0.22)))
    for i in range(pockets):
        y = -1.2 - 1.1 * i
        parts.append(rounded_slab(8.6, 5.4, 0.1, 0.3, 0.04, plastic(('#D9772B', '#3F6B72')[i], 0.35), (0, y + 2.3, 0.34 + 0.16 * i)))
        parts.append(rounded_slab(WIDTH - 0.5, HEIGHT + 2 * y - 0.1, 0.14, 0.5, 0.05, inside, (0, y, 0.4 + 0.16 * i)))
    return parts


def build(hide, inside, thread):
    skin, lining, cotton = leather(hide, 0.025, 7), leather(inside, 0.02, 7), fabric(thread, 14)
    back = leaf(skin, lining, cotton, 2)
    place(back, (0, HEIGHT / 2, 0))
    place(back, (0, 0.25, 0.2), (62, 0, 0))
    front = leaf(skin, lining, cotton, 0)
    place(front, (0, -HEIGHT / 2, 0))
    place(front, (0, -0.25, 0.2), (0, 0, 0))
    tube([(-WIDTH / 2 + 0.2, 0, 0.25), (0, 0, 0.25), (WIDTH / 2 - 0.2, 0, 0.25)], 0.24, skin, 12)
