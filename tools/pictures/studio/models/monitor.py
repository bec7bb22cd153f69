"""Desk monitor on a metal foot."""

from generators.screen import device, wallpaper
from materials.metals import satin
from materials.plastics import plastic
from shapes.arrange import place
from shapes.solids import box, rounded_slab

PRODUCTS = {'plain-view-27-inch-monitor': {}}


def build():
    parts = device(61.5, 36.0, 1.6, 0.9, plastic('#2B2F33', 0.4), wallpaper('#F3D9B8', '#D99A7A', '#3D4C66', 1.0), 0.7)
    place(parts, (0, 0, 32.5), (88, 0, 0))
    metal = satin('#BFC3C7', 0.3)
    place([box((16, 12, 2.4), 0.8, plastic('#2B2F33', 0.4))], (0, 1.6, 30), (90, 0, 0))
    box((7, 1.4, 31), 0.5, metal, (0, 3.2, 16), 5)
    rounded_slab(25, 19, 1.0, 1.6, 0.35, metal, (0, 2.4, 0.5))
