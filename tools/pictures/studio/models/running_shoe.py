from generators.shoe import SIDES, Shoe, bell
from materials.cloth import fabric
from materials.plastics import foam, lacquer, rubber
from materials.surface import surface

FLARED = [
    (0.45, 0.14),
    (0.2, 0.18),
    (-0.05, 0.3),
    (-0.14, 0.45),
    (-0.06, 0.62),
    (0.02, 0.8),
    (0.08, 0.93),
    (0.2, 0.99),
    (0.5, 1.0),
]
PRODUCTS = {
    'towpath-running-shoe': {'mesh': '#41789A', 'overlay': '#F4F1EA', 'accent': '#E2602F', 'lining': '#263C4A'},
}


def build(mesh, overlay, accent, lining, midsole='#F6F3EC'):
    shoe, over, bright, cloth = Shoe(), surface(overlay, 0.42), lacquer(accent, 0.3), fabric(lining, 10)
    shoe.sole(rubber('#22272B'), foam(midsole), FLARED, bright)
    shoe.skin(fabric(mesh, 3.6, 0.035, holes=0.5))
    shoe.patch(-0.15, 0.15, lambda s: 0 * s, lambda s: 0.06 + 0.30 * bell(s) ** 0.7, over)
    shoe.patch(0.37, 0.63, lambda s: 0 * s, lambda s: 0.05 + 0.62 * bell(s) ** 0.8, over)
    shoe.patch(0.468, 0.532, lambda s: 0 * s + 0.3, lambda s: 0 * s + 0.96, bright, 0.15, crisp=False)
    shoe.facings(0.035, 0.17, 0.4, 0.1, over, 0.09)
    for side, slant in zip(SIDES, (0.055, -0.055)):
        shoe.patch(side(0.232), side(0.302), lambda s: 0 * s + 0.05, lambda s: 0.84 - 0.1 * s, over, 0.11, slant)
    shoe.collar(cloth, fabric(accent, 9))
    shoe.laced(cloth)
