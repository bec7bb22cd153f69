"""Compact mechanical keyboard without legends: cream keys, grey modifiers, one orange."""

from materials.plastics import plastic
from shapes.arrange import place
from shapes.curves import rounded
from shapes.mesh import built, grid
from shapes.solids import rounded_slab

PRODUCTS = {
    'low-hum-mechanical-keyboard': {'case': '#4E5B63', 'keys': '#EDE7DA', 'others': '#8A979E', 'accent': '#D9772B'}
}
PITCH = 1.905
ROWS = [
    [(1, 'a')] + [(1, 'k')] * 12 + [(2, 'o'), (1, 'o')],
    [(1.5, 'o')] + [(1, 'k')] * 12 + [(1.5, 'k'), (1, 'o')],
    [(1.75, 'o')] + [(1, 'k')] * 11 + [(2.25, 'a'), (1, 'o')],
    [(2.25, 'o')] + [(1, 'k')] * 10 + [(1.75, 'o'), (1, 'o'), (1, 'o')],
    [(1.25, 'o')] * 3 + [(6.25, 'k')] + [(1, 'o')] * 6,
]


def keycap(x, y, z, width, material):
    """Tapers towards its dished top."""
    rows = []
    for height, inset in ((0, 0.04), (0.35, 0.09), (0.72, 0.17), (0.8, 0.26), (0.78, 0.5)):
        outline = rounded(width * PITCH - 0.1 - 2 * inset, PITCH - 0.1 - 2 * inset, 0.22, 5) + [x, y]
        rows.append([(a, b, z + height) for a, b in outline])
    grid(rows, material, close_across=True, caps=(False, True))


def build(case, keys, others, accent):
    materials = {'k': plastic(keys, 0.5), 'o': plastic(others, 0.5), 'a': plastic(accent, 0.5)}
    width, depth = 16 * PITCH, 5 * PITCH
    rounded_slab(width + 1.3, depth + 1.3, 1.9, 0.7, 0.3, plastic(case, 0.4), (0, 0, 0))
    rounded_slab(width + 0.2, depth + 0.2, 0.1, 0.3, 0.03, plastic('#23292D', 0.6), (0, 0, 0.93))
    for row, units in enumerate(ROWS):
        x = -width / 2
        for size, kind in units:
            keycap(x + size * PITCH / 2, depth / 2 - (row + 0.5) * PITCH, 1.05, size, materials[kind])
            x += size * PITCH
    place(list(built), turn=(5, 0, 0))
