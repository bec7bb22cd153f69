"""Three bumper plates: two lie stacked, one leans on them."""

from materials.metals import brushed
from materials.plastics import rubber
from shapes.arrange import place
from shapes.curves import profile
from shapes.solids import lathe

PRODUCTS = {'cellar-bumper-plates': {}}


def plate(colour, radius=22.5, width=6):
    h = width / 2
    half = [
        (3.4, h * 0.75),
        (6, h * 0.75, 0.3),
        (7, h * 0.55, 0.4),
        (radius - 6.5, h * 0.55, 0.8),
        (radius - 4.5, h, 0.8),
        (radius - 0.8, h, 0.8),
        (radius, h - 1, 0.4),
        (radius, 0),
    ]
    outline = profile(half, steps=7)
    body = lathe([*outline, *(outline[::-1] * [1, -1])], rubber(colour, 0.62, 0.02))
    hub = [(2.5, -h * 0.8), (2.5, h * 0.8), (2.7, h * 0.85), (4.6, h * 0.8), (4.7, h * 0.7)]
    ring = profile(hub, 0.1)
    return [body, lathe(ring, brushed('#C4C7CA', 0.3)), lathe(ring * [1, -1], brushed('#C4C7CA', 0.3))]


def build():
    place(plate('#2A2D31'), (0, 6, 3))
    place(plate('#B23A34', 22.5, 5), (1.2, 5, 8.6), (0, 0, 20))
    place(plate('#2F5F9E', 17, 5), (-3, -21.9, 16.15), (72, 0, 0))
