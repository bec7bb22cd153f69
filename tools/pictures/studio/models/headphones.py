"""Over-ear headphones standing on their cups: leather cushions, metal arms, padded band."""

import math

import numpy as np

from materials.cloth import fabric
from materials.metals import brushed, satin
from materials.natural import leather
from materials.plastics import plastic
from shapes.arrange import orient, place, wobble
from shapes.curves import profile, resample, rounded, spline
from shapes.solids import box, lathe, sweep

# Cups are taller than wide.
TALL = 1.18
PRODUCTS = {
    'stillwater-wireless-headphones': {'shell': '#2B3A45', 'pad': '#1D2226', 'metal': '#C8B59A', 'ring': '#D6C3A6'},
    'studio-lane-headphones': {'shell': '#E9E1D3', 'pad': '#A8673F', 'metal': '#C4C7CA', 'ring': '#D9DBDD'},
}


def cushion(pad, seed):
    a = np.linspace(0, math.tau, 120, endpoint=False)
    path = np.stack([2.72 * np.cos(a), 2.72 * TALL * np.sin(a), -1.15 + 0 * a], 1)
    return wobble(sweep(path, rounded(2.1, 1.95, 0.85, 8), pad, closed=True, up=(0, 0, 1)), 0.06, 1.4, seed)


def fork(metal, ring):
    """Pivots at the sides of the cup and runs over its top."""
    angles = np.linspace(-0.1, math.pi + 0.1, 14)
    path = spline([(4.0 * math.cos(a), 4.0 * TALL * math.sin(a) + 0.15, 0.75) for a in angles], 80)
    parts = [sweep(path, rounded(0.85, 0.3, 0.12), metal, up=(0, 0, 1))]
    for side in (1, -1):
        pivot = lathe(profile([(0, -0.3), (0.5, -0.3, 0.1), (0.5, 0.25, 0.12), (0, 0.25)]), ring, 48)
        parts += orient([pivot], (0, 1, 0), (0, 0, 1), (1, 0, 0), (side * 4.05, -0.3, 0.75))
    return parts


def cup(side, shell, pad, metal, ring):
    bowl = [(0, 2.15), (2.55, 1.95, 0.8), (3.35, 1.5, 0.5), (3.75, 0.9, 0.4), (3.85, 0.1, 0.15), (3.6, 0)]
    inlay = [(2.5, 1.9), (2.6, 2.07, 0.05), (2.78, 2.0, 0.05), (2.85, 1.75)]
    plate = [(0, 0), (3.65, 0, 0.05), (3.65, -0.35, 0.1), (0, -0.35)]
    parts = [lathe(profile(bowl, steps=8), shell, squash=TALL), lathe(profile(inlay, steps=4), ring, squash=TALL)]
    parts += [
        lathe(profile(plate, steps=3), shell, squash=TALL),
        lathe([(0, -0.9), (2.2, -0.9)], fabric('#15181A', 8), squash=TALL),
    ]
    parts += [cushion(pad, side), *fork(metal, ring)]
    orient(parts, (0, side, 0), (0, 0, 1), (side, 0, 0))
    place(parts, (side * 8.0, 0, 0), (0, side * 7, side * 4))


def band(shell, pad, metal):
    a = np.linspace(0, math.pi, 120)
    bow = np.stack([8.75 * np.cos(a), 0 * a, 8.2 + 8.3 * np.sin(a) ** 0.95], 1)
    sweep(
        bow, rounded(2.8, 0.42, 0.2), shell, up=(0, 1, 0), scale=lambda t: (0.6 + 0.4 * math.sin(math.pi * t) ** 0.5, 1)
    )
    swell = lambda t: (0.75 + 0.25 * math.sin(math.pi * t) ** 0.5, 0.2 + 0.8 * math.sin(math.pi * t) ** 0.45)
    inner = bow[14:-14] * [0.945, 1, 1] - [0, 0, 0.55]
    wobble(sweep(inner, resample(rounded(3.1, 1.3, 0.55, 6), 48), pad, up=(0, 1, 0), scale=swell), 0.05, 1.2)
    for side in (1, -1):
        slider = spline([(side * 8.62, 0, 4.6), (side * 8.72, 0, 6.5), (side * 8.75, 0, 9.4)], 20)
        sweep(slider, rounded(1.25, 0.28, 0.12), metal, up=(0, 1, 0))
        orient([box((2.1, 1.5, 0.62), 0.22, shell)], (0, 1, 0), (0, 0, 1), (1, 0, 0), (side * 8.72, 0, 8.5))


def build(shell, pad, metal, ring):
    body, cover, arms = plastic(shell, 0.38), leather(pad), brushed(metal, 0.25)
    for side in (1, -1):
        cup(side, body, cover, arms, satin(ring, 0.2))
    band(body, cover, arms)
