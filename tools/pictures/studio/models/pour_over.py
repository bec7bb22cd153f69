"""Stoneware mug, with a dripper on top or alone."""

import math

from generators.pot import handle, vessel
from materials.pottery import ceramic, clay
from shapes.curves import profile
from shapes.solids import lathe, tube

RADIUS, HEIGHT = 4.3, 8.6
PRODUCTS = {
    'speckled-pour-over-set': {'glaze': '#EFE7D6', 'foot': '#B58A66', 'dripper': True},
    'inlet-stoneware-mug': {'glaze': '#33597A', 'foot': '#C9A684', 'dripper': False},
}


def mug(glaze, foot):
    outside = [(0, 0.25), (2.9, 0.25, 0.2), (3.1, 0, 0.15), (3.5, 0, 0.3), (RADIUS, 1.6, 1.6), (RADIUS, HEIGHT, 0.01)]
    vessel(outside, 0.34, glaze, foot)
    offsets = [(-0.2, 7.3), (1.5, 7.5), (2.7, 6.2), (2.55, 4.2), (1.3, 2.7), (-0.2, 2.3)]
    handle([(RADIUS + x, z) for x, z in offsets], 1.3, 0.72, glaze)


def dripper_on(z, glaze):
    saucer = [(1.5, 0), (5.0, 0, 0.1), (5.1, 0.12, 0.08), (5.0, 0.26, 0.1), (2.5, 0.42, 0.5), (2.9, 1.3, 0.6)]
    cone = [(5.5, 6.2, 0.1), (5.55, 6.5, 0.12), (5.3, 6.5, 0.12), (2.3, 0.9, 0.4), (0.4, 0.6)]
    lathe(profile([*saucer, *cone], steps=8) + [0, z], glaze)
    for start in (i / 16 * math.tau for i in range(16)):
        rib = [(start + t * 0.5, 2.6 + 2.5 * t, z + 1.2 + 4.7 * t) for t in (0, 0.25, 0.5, 0.75, 1)]
        tube([(math.cos(a) * r, math.sin(a) * r, h) for a, r, h in rib], 0.09, glaze, 24, sides=8)
    handle([(4.6, z + 4.9), (6.6, z + 5.3), (7.35, z + 4.0), (6.7, z + 2.5), (3.4, z + 1.9)], 1.05, 0.6, glaze, 0)


def build(glaze, foot, dripper):
    skin = ceramic(glaze, speckle='#4E3B2C' if dripper else None)
    mug(skin, clay(foot))
    if dripper:
        dripper_on(HEIGHT + 0.2, skin)
