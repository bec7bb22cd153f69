"""Two phones back to back on a slim stand's place: one shows its screen, one its cameras."""

from generators.screen import device, wallpaper
from materials.metals import satin
from materials.plastics import lacquer, plastic, screen_glass
from shapes.arrange import place
from shapes.curves import profile
from shapes.solids import box, lathe, rounded_slab

PRODUCTS = {'tern-5g-phone': {'back': '#5E7F73'}}


def cameras(back):
    """On the back, which faces -z; two rings and a light on a raised island."""
    parts = [rounded_slab(2.9, 5.4, 0.5, 1.2, 0.12, lacquer(back), (1.7, 4.4, -0.42))]
    for y in (5.6, 3.2):
        parts.append(
            lathe(
                profile([(1.02, -0.6), (1.02, -0.85, 0.06), (0.8, -0.85, 0.03), (0.78, -0.7)]),
                satin('#C9CBCD', 0.2),
                64,
                at=(1.7, y, 0),
            )
        )
        parts.append(lathe([(0, -0.74), (0.8, -0.74)], screen_glass(), 48, at=(1.7, y, 0)))
    parts.append(lathe([(0, -0.69), (0.25, -0.68)], plastic('#F5E9C8', 0.3), 24, at=(0.55, 6.4, 0)))
    return parts


def build(back):
    frame = satin('#A9B5AF', 0.28)
    front = device(7.3, 15.4, 0.8, 1.1, frame, wallpaper('#BFE3E0', '#6FB3B8', '#1F4A5A'), 0.3)
    place(front, (-3.0, -1.6, 7.6), (76, 0, -6))
    other = device(7.3, 15.4, 0.8, 1.1, frame, wallpaper('#BFE3E0', '#6FB3B8', '#1F4A5A'), 0.3)
    other.append(rounded_slab(7.15, 15.25, 0.12, 1.0, 0.05, lacquer(back, 0.25), (0, 0, -0.37)))
    other += cameras(back)
    place(other, (0, 0, 0), (0, 180, 0))
    place(other, (2.6, 3.4, 7.6), (76, 0, 8))
    for x, y, turn in ((-3.0, 0.4, -6), (2.6, 5.4, 8)):
        place([box((5.0, 4.0, 1.2), 0.4, plastic('#EEF1F2', 0.5))], (x, y, 0.6), (0, 0, turn))
