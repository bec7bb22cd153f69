"""Earbuds in their open case, one of them lying before it."""

import math

from materials.metals import satin
from materials.plastics import lacquer, plastic, rubber
from shapes.arrange import place
from shapes.curves import profile
from shapes.finish import fuse
from shapes.mesh import join
from shapes.solids import ellipsoid, lathe, rounded_slab, tube

PRODUCTS = {'hazel-wireless-earbuds': {'shell': '#EFE9DC', 'inside': '#3A342E'}}


def bud(shell, tip):
    """Stands on its stem: a bean-shaped head, a silicone tip to -y."""
    head = ellipsoid((0.82, 0.74, 0.8), shell, (0, 0, 2.5), 40)
    neck = tube([(0, -0.3, 2.45), (0, -0.9, 2.6)], 0.42, shell, 12)
    stem = tube([(0, 0.3, 2.4), (0, 0.42, 1.2), (0, 0.36, 0.15)], 0.34, shell, 30)
    body = fuse(join(head, neck, stem), 0.06, 12)
    cup = lathe(profile([(0.3, 0), (0.72, 0.05, 0.1), (0.62, 0.5, 0.2), (0.36, 0.85, 0.15), (0.22, 0.7)]), tip, 48)
    cup.location, cup.rotation_euler = (0, -0.85, 2.58), (math.radians(80), 0, 0)
    return [body, cup]


def build(shell, inside):
    skin, dark, tip = lacquer(shell, 0.2), plastic(inside, 0.5), rubber('#4A443D', 0.5)
    rounded_slab(6.4, 3.4, 3.4, 1.55, 1.1, skin, (0, 0, 1.7), 12, 9)
    rounded_slab(5.9, 2.9, 0.12, 1.35, 0.05, dark, (0, 0, 3.42))
    lid = [
        rounded_slab(6.4, 3.4, 1.9, 1.55, 0.85, skin, (0, 0, 0), 12, 9),
        rounded_slab(5.8, 2.8, 0.1, 1.3, 0.04, dark, (0, 0, -0.98)),
    ]
    place(lid, (0, 2.3, 4.5), (112, 0, 0))
    tube([(-1.5, 1.75, 3.3), (1.5, 1.75, 3.3)], 0.26, satin('#C9B89C'), 12)
    place(bud(skin, tip), (-1.45, 0.05, 2.3), (0, 0, 17))
    place(bud(skin, tip), (4.9, -3.6, 0.75), (78, 0, 40))
