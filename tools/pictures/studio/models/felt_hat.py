"""Wide-brimmed felt hat with a pinched crown and a ribbon."""

import math

import numpy as np

from materials.cloth import fabric, felt
from shapes.curves import profile
from shapes.finish import thicken
from shapes.mesh import grid

PRODUCTS = {
    'dover-felt-hat': {'wool': '#9C7B5B', 'ribbon': '#3A2C24'},
}
OUTLINE = [
    (17.5, 0.9),
    (16.5, 0.5, 1),
    (11, 0.7, 1),
    (9.0, 1.2, 0.9),
    (8.6, 3.5, 1),
    (7.9, 10.5, 1.6),
    (5.6, 12.2, 1.5),
    (3.2, 11.4, 1),
    (0.02, 10.6),
]


def at(radius, height, a):
    """Point on the hat: oval, the brim dips front and back, the crown is pinched at the front (-y)."""
    crown = np.clip((height - 4) / 7, 0, 1)
    pinch = 1 - 0.16 * crown * np.exp(-(((np.abs(np.angle(np.exp(1j * (a + math.pi / 2)))) - 0.75) / 0.42) ** 2))
    x, y = radius * 0.9 * pinch * np.cos(a), radius * 1.06 * np.sin(a)
    brim = np.clip((radius - 9.5) / 8, 0, 1)
    z = height + brim * (1.1 * np.cos(a) ** 2 - 0.5) * 1.3 - 0.7 * crown * np.exp(-((x / 2.2) ** 2)) + 0.05 * crown * -y
    return np.stack([x, y, z], -1)


def build(wool, ribbon):
    line = profile(OUTLINE, steps=10)
    a = np.linspace(0, math.tau, 220, endpoint=False)
    thicken(grid([at(r, z, a) for r, z in line], felt(wool), close_across=True), 0.28)
    band = [(9.05, 1.5), (8.85, 2.4), (8.62, 4.4)]
    thicken(grid([at(r + 0.16, z, a) for r, z in band], fabric(ribbon, 9), close_across=True), 0.15)
    bow = np.array(
        [
            [at(8.75 + 0.75 * math.sin(t * math.pi), z, np.array([-0.25 + 0.42 * t]))[0] for t in np.linspace(0, 1, 20)]
            for z in (1.7, 3.0, 4.2)
        ]
    )
    thicken(grid(bow, fabric(ribbon, 9)), 0.15)
