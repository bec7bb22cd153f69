"""Cylinder bag with a zip, two grab handles and leather ends."""

import math

import numpy as np

from materials.cloth import fabric
from materials.metals import satin
from materials.natural import leather
from shapes.arrange import wobble
from shapes.curves import rounded, spline
from shapes.mesh import grid
from shapes.solids import box, sweep

PRODUCTS = {
    'weekend-canvas-duffel': {'canvas': '#3E5568', 'hide': '#8C5A36'},
}
HALF, RADIUS = 24.0, 12.5


def body(canvas):
    """Along x; flattened where it rests on the floor, softly dented."""
    a = np.linspace(0, math.tau, 200, endpoint=False)
    rows = []
    for x, reach in ends():
        y, z = RADIUS * reach * np.cos(a), RADIUS * 0.94 * reach * np.sin(a)
        rows.append(np.stack([np.full(200, x), y, z], 1))
    part = grid(rows, canvas, close_across=True, caps=(True, True))
    wobble(wobble(part, 0.7, 10, 3), 0.3, 4, 8)
    for vertex in part.data.vertices:
        vertex.co.z = max(vertex.co.z, -RADIUS * 0.8)
    return part


def ends():
    """(x, share of the radius) along the bag: rounded shoulders at both ends."""
    shoulder = [(HALF - 1.6 * (1 - math.sin(a)), 0.9 + 0.1 * math.cos(a)) for a in np.linspace(0, math.pi / 2, 8)]
    middle = [(x, 1.0 + 0.03 * math.cos(x / HALF * math.pi / 2)) for x in np.linspace(-20, 20, 50)]
    inner = [(HALF, r) for r in (0.7, 0.4, 0.05)]
    right = shoulder + inner
    return [(-x, r) for x, r in right[::-1]] + middle + right


def ring(x, width, height, material, reach=1.035):
    a = np.linspace(0, math.tau, 140, endpoint=False)
    path = np.stack(
        [x + 0 * a, RADIUS * reach * np.cos(a), np.maximum(RADIUS * 0.94 * reach * np.sin(a), -RADIUS * 0.8)], 1
    )
    sweep(path, rounded(width, height, height * 0.4), material, closed=True, up=(1, 0, 0))


def build(canvas, hide):
    cloth, skin = fabric(canvas, 4.5, 0.05), leather(hide)
    body(cloth)
    for x in (-HALF + 1.2, HALF - 1.2):
        ring(x, 2.2, 0.5, skin, 1.0)
    for x in (-9, 9):
        ring(x, 2.8, 0.35, skin, 1.05)
    for side in (-1, 1):
        y = side * RADIUS * 0.72
        grip = spline(
            [
                (-9, y * 1.12, 8.6),
                (-8.2, y * 0.95, 12.5),
                (-5, y * 0.72, 17.2),
                (0, y * 0.62, 18.8),
                (5, y * 0.72, 17.2),
                (8.2, y * 0.95, 12.5),
                (9, y * 1.12, 8.6),
            ],
            120,
        )
        sweep(grip, rounded(0.5, 2.4, 0.2), skin, up=(0, 1, 0))
    zip_path = [(x, 0, RADIUS * 0.94 * 1.03 + 0.15) for x in np.linspace(-20, 20, 60)]
    sweep(zip_path, rounded(1.6, 0.3, 0.12), fabric('#22282D', 8), up=(0, 1, 0))
    box((0.7, 0.9, 2.2), 0.2, satin('#C79A55'), (17, -0.6, RADIUS * 0.94 + 0.6))
