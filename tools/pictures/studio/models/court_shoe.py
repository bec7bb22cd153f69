"""Plain leather sneaker on a straight cup sole."""

from generators.shoe import SIDES, Shoe
from materials.cloth import fabric
from materials.natural import leather
from materials.plastics import rubber

CUP = [(0.3, 0.1), (0.05, 0.16), (0.0, 0.3), (0.0, 0.8), (0.04, 1.0), (0.12, 1.12), (0.4, 1.14)]
PRODUCTS = {
    'corner-leather-sneaker': {'hide': '#F1EEE7', 'heel': '#2F5D57', 'sole': '#F4F1E8', 'lining': '#D8C3A5'},
    'corner-suede-sneaker': {'hide': '#8A5B45', 'heel': '#5E3B2C', 'sole': '#E9DDC6', 'lining': '#3A2A22'},
}


def build(hide, heel, sole, lining):
    shoe, skin, cloth = Shoe(1.0, 2.4, 2.9), leather(hide, 0.015, 6, 0.5), fabric(lining, 10)
    shoe.sole(rubber('#C9A98A' if heel == '#2F5D57' else '#3A2A22'), rubber(sole, 0.55, 0.006), CUP)
    shoe.skin(skin)
    shoe.patch(0.44, 0.56, lambda s: 0 * s + 0.45, lambda s: 0 * s + 0.97, leather(heel, 0.02), 0.1)
    shoe.facings(0.03, 0.26, 0.35, 0.12, skin, 0.1)
    for side in SIDES:
        shoe.patch(side(0.22), side(0.42), lambda s: 0 * s, lambda s: 0.02 + 0.5 * s, skin, 0.08)
    shoe.collar(cloth, cloth)
    shoe.laced(skin)
