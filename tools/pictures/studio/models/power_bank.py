"""Power bank with a short cable in its loop: softly rounded block, port, four lights."""

from materials.cloth import fabric
from materials.light import glow
from materials.metals import satin
from materials.plastics import plastic
from shapes.arrange import place
from shapes.solids import box, rounded_slab, tube

PRODUCTS = {'day-pack-power-bank': {'shell': '#8FA58C', 'cable': '#E3A23C'}}


def build(shell, cable):
    body = [rounded_slab(7.2, 14.2, 2.4, 1.5, 0.8, plastic(shell, 0.45, 0.01))]
    body.append(rounded_slab(1.5, 0.5, 0.7, 0.2, 0.08, satin('#8E9296'), (-1.2, -7.0, 0)))
    body.append(rounded_slab(1.0, 0.4, 0.5, 0.15, 0.08, satin('#8E9296'), (1.4, -7.0, 0)))
    for i in range(4):
        body.append(
            rounded_slab(
                0.32,
                0.32,
                0.1,
                0.15,
                0.03,
                glow('#BFF0CF' if i < 3 else '#55636B', 1.6 if i < 3 else 0.4),
                (-2.2 + 0.65 * i, -5.6, 1.18),
            )
        )
    place(body, (0, 0, 1.2), (0, 0, 0))
    braid = fabric(cable, 9, 0.03)
    tube(
        [
            (1.4, -8.6, 1.2),
            (1.5, -10.2, 0.9),
            (3.4, -11.8, 0.35),
            (6.2, -9.6, 0.3),
            (6.0, -4.0, 0.3),
            (6.4, 1.0, 0.3),
            (8.6, 2.0, 0.3),
            (9.0, -1.0, 0.3),
        ],
        0.28,
        braid,
        160,
    )
    plug = plastic('#F1EDE4', 0.4)
    box((1.2, 1.7, 0.8), 0.25, plug, (1.4, -8.0, 1.2))
    box((1.2, 1.9, 0.8), 0.25, plug, (9.1, -2.0, 0.4), turn=(0, 0, 0.1))
    box((0.85, 0.9, 0.3), 0.1, satin('#C9CBCD'), (9.23, -3.2, 0.4), turn=(0, 0, 0.1))
