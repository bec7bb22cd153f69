"""Tablet on its folding cover, upright at an angle, a pen lying before it."""

from generators.screen import device, wallpaper
from materials.metals import satin
from materials.plastics import plastic
from materials.cloth import fabric
from shapes.arrange import orient, place
from shapes.curves import profile
from shapes.solids import box, lathe

PRODUCTS = {'margin-11-inch-tablet': {}}


def build():
    parts = device(24.8, 17.8, 0.7, 1.4, satin('#B7BBC0', 0.3), wallpaper('#F4C9A0', '#E88D67', '#39506B'), 0.9)
    place(parts, (0, 0, 9.4), (68, 0, 0))
    cover = fabric('#5B6B74', 7, 0.03)
    place([box((24.6, 17.8, 0.35), 0.15, cover)], (0, 3.2 + 0.45, 9.4), (68, 0, 0))
    place([box((24.6, 12.5, 0.35), 0.15, cover)], (0, 9.4, 5.4), (-62, 0, 0))
    box((24.6, 12.6, 0.35), 0.15, cover, (0, 5.2, 0.18))
    pen = lathe(
        profile([(0, 0), (0.12, 0.1), (0.42, 1.7, 0.1), (0.42, 16.4, 0.2), (0, 16.6)]), plastic('#F2F0EB', 0.35), 48
    )
    orient([pen], (0, 1, 0), (0, 0, 1), (0.96, -0.28, 0), (-9.5, -6.2, 0.42))
