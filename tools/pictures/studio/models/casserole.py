"""Enamelled casserole with its lid on: two loop handles, a steel knob."""

from materials.metals import satin
from materials.plastics import enamel
from shapes.curves import profile, rounded, spline
from shapes.solids import lathe, sweep

PRODUCTS = {'sunday-cast-iron-casserole': {'colour': '#B5482F'}}
RADIUS = 13


def loop_handle(side, skin):
    points = [
        (10.6, -4.6, 9.3),
        (14.6, -4.3, 9.5),
        (16.6, -2.2, 9.6),
        (16.9, 0, 9.6),
        (16.6, 2.2, 9.6),
        (14.6, 4.3, 9.5),
        (10.6, 4.6, 9.3),
    ]
    path = spline([(side * x, side * y, z) for x, y, z in points], 80)
    sweep(path, rounded(1.5, 1.5, 0.6, 7), skin, up=(0, 0, 1))


def build(colour):
    skin, bare = enamel(colour), satin('#2B2B2C', 0.5)
    lathe(
        profile(
            [
                (0, 0),
                (9.8, 0, 0.4),
                (11.6, 1.2, 2),
                (RADIUS, 11.0, 0.2),
                (RADIUS + 0.35, 11.2, 0.2),
                (RADIUS + 0.35, 11.9, 0.2),
            ],
            steps=9,
        ),
        skin,
        160,
    )
    lathe(profile([(RADIUS + 0.2, 11.9), (RADIUS + 0.2, 12.15)]), bare, 160)
    dome = [
        (RADIUS - 0.6, 12.1),
        (RADIUS + 0.5, 12.1, 0.15),
        (RADIUS + 0.5, 12.8, 0.3),
        (11.6, 13.4, 1),
        (9.8, 14.6, 2),
        (3, 15.8, 3),
        (0, 15.9),
    ]
    lathe(profile(dome, steps=9), skin, 160)
    for r in (8.2, 5.6):
        lathe(
            profile(
                [
                    (r + 0.35, 15.02 + (8.2 - r) * 0.22),
                    (r, 15.45 + (8.2 - r) * 0.2, 0.2),
                    (r - 0.35, 15.1 + (8.2 - r) * 0.25),
                ]
            ),
            skin,
            160,
        )
    knob = [(1.1, 15.8), (1.0, 16.8, 0.3), (2.1, 17.6, 0.4), (2.3, 18.4, 0.5), (1.2, 19.0, 0.8), (0, 19.1)]
    lathe(profile(knob, steps=7), satin('#C9CBCD', 0.2), 96)
    for side in (1, -1):
        loop_handle(side, skin)
