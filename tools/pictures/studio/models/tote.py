"""Canvas tote standing upright, with a base and hem of another colour."""

import math

from generators.bag import facing, standing_body, webbing
from materials.cloth import fabric
from materials.natural import leather
from shapes.mesh import grid

HEIGHT = 36
PRODUCTS = {
    'harbour-canvas-tote': {'canvas': '#E4D6B8', 'trim': '#2F4A5E', 'kind': 'webbing'},
    'market-day-tote': {'canvas': '#7C8A5C', 'trim': '#8C5A36', 'kind': 'leather'},
}


def handle(points, side, cloth):
    """Sewn to the front and the back; the sewn ends lie flat on the body."""
    face = points[60, :, 1].min() if side < 0 else points[60, :, 1].max()
    y = face + side * 0.25
    half = [(7, y * 1.35, 24), (7, y * 1.1, 31), (6.8, y, 36), (5.6, y * 0.8, 45), (2.8, y * 0.5 + side, 51)]
    path = [(-x, b, z) for x, b, z in half] + [(0, y * 0.4 + side, 52.4)] + half[::-1]
    webbing(path, 2.7, cloth, 1 if side < 0 else 2)


def build(canvas, trim, kind):
    cloth = fabric(canvas, 4.5, 0.05)
    other = leather(trim) if kind == 'leather' else fabric(trim, 5, 0.05)
    size = lambda t: (33 + 3.5 * t, 11.5 * (1 - t) ** 0.9 + 3.2 + 1.2 * math.sin(math.pi * t))
    points = standing_body(cloth, size, HEIGHT)
    grid(facing(points, (66, 70), 0.05), other, close_across=True)
    if kind == 'webbing':
        grid(facing(points, (0, 14), 0.012), other, close_across=True)
    for side in (-1, 1):
        handle(points, side, other)
