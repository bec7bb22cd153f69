"""Round clock stood upright on its rim, its back on two short feet: hour marks, three hands, no figures."""

import math

from materials.metals import satin
from materials.plastics import lacquer, plastic
from materials.surface import surface
from shapes.arrange import orient
from shapes.curves import profile
from shapes.solids import box, lathe

PRODUCTS = {'kitchen-wall-clock': {'rim': '#2F5D57'}}
RADIUS = 14


def hand(angle, length, width, z, ink, tail=2.4):
    """A flat bar over the dial that points to the angle (degrees, clockwise from twelve)."""
    a = math.radians(angle)
    middle = (length - tail) / 2
    return box((width, length + tail, 0.14), 0.05, ink, (middle * math.sin(a), middle * math.cos(a), z), 2, (0, 0, -a))


def dial(ink):
    parts = []
    for hour in range(12):
        a, long = math.radians(hour * 30), 2.6 if hour % 3 == 0 else 1.5
        reach = 11.6 - long / 2
        parts.append(
            box(
                (0.62 if hour % 3 == 0 else 0.4, long, 0.1),
                0.03,
                ink,
                (reach * math.sin(a), reach * math.cos(a), 0.9),
                2,
                (0, 0, -a),
            )
        )
    return parts


def build(rim):
    ink, red = plastic('#22272B'), plastic('#D9772B')
    case = [
        (0, -2.2),
        (12.6, -2.2, 0.6),
        (RADIUS, -1.4, 0.6),
        (RADIUS, 1.7, 0.5),
        (13.1, 2.0, 0.4),
        (12.6, 1.2, 0.3),
        (12.5, 0.85),
    ]
    parts = [
        lathe(profile(case, steps=8), lacquer(rim), 160),
        lathe([(0, 0.85), (12.6, 0.85)], surface('#F7F4EC', 0.5), 128),
    ]
    parts += [
        *dial(ink),
        hand(305, 6.6, 0.75, 1.1, ink),
        hand(48, 10.2, 0.55, 1.28, ink),
        hand(205, 10.6, 0.2, 1.44, red, 3.2),
    ]
    parts.append(lathe(profile([(0.65, 0.9), (0.65, 1.6, 0.1), (0, 1.6)]), red, 48))
    parts += [
        lathe(profile([(0, -3.9), (0.8, -3.9, 0.2), (0.8, -2.0)]), satin('#3A3D40'), 32, at=(x, -11.2, 0))
        for x in (-6, 6)
    ]
    orient(parts, (1, 0, 0), (0, 0.1, 0.995), (0, -0.995, 0.1))
