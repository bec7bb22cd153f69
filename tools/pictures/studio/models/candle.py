"""Burning candle in a cup of clay."""

from generators.pot import vessel
from materials.light import glow
from materials.plastics import wax
from materials.pottery import ceramic, clay
from materials.surface import surface
from shapes.arrange import wobble
from shapes.solids import lathe, tube
from shapes.curves import spline

PRODUCTS = {'beeswax-candle-in-clay-cup': {}}
FLAME = [(0, 0), (0.22, 0.12), (0.36, 0.5), (0.34, 0.95), (0.2, 1.6), (0.07, 2.2), (0, 2.5)]


def build():
    vessel(
        [(0, 0.1), (3.9, 0.1, 0.2), (4.2, 0, 0.1), (4.6, 0.7, 0.5), (4.7, 8.2, 0.1)],
        0.42,
        ceramic('#C7765A', rough=0.35),
        clay('#B4684A'),
        1.0,
    )
    wobble(lathe([(0, 6.8), (0.6, 6.75), (2.4, 6.85), (3.8, 6.95), (4.25, 7.15)], wax('#EDCB7C')), 0.05, 1.5)
    tube([(0, 0, 6.6), (0.03, 0, 7.3), (0.12, 0, 7.9)], 0.1, surface('#241A14', 0.9), 16, sides=10)
    flame = lathe(spline(FLAME, 40), glow('#FFB457', 22), 40)
    flame.location = (0.1, 0, 7.65)
