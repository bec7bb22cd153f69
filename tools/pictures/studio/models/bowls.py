"""Three stoneware bowls, nested."""

from generators.pot import vessel
from materials.pottery import ceramic, clay
from shapes.arrange import place
from shapes.mesh import built

PRODUCTS = {'terrace-nesting-bowls': {'glazes': ('#E9DFCB', '#8FA69A', '#3F5E6B')}}


def build(glazes):
    base = 0.0
    for index, (glaze, radius, height) in enumerate(zip(glazes, (11.0, 9.3, 7.6), (7.6, 7.0, 6.4))):
        before = list(built)
        outside = [
            (0, 0.3),
            (radius * 0.42, 0.3, 0.1),
            (radius * 0.44, 0, 0.1),
            (radius * 0.5, 0, 0.2),
            (radius * 0.52, 0.7, 0.3),
            (radius * 0.86, 2.6, 2.6),
            (radius, height, 0.05),
        ]
        vessel(outside, 0.42, ceramic(glaze, speckle='#4E3B2C', density=0.54), clay('#C0996F'), 0.7, 0.9)
        place([part for part in built if part not in before], (0.25 * index, 0.1 * index, base))
        base += 2.3
