"""Lace-up shoe: sole and upper are lofts between matched rings around the foot; overlays are patches of the upper.

Rings run by u from the toe (0) along the outer side to the heel (0.5) and back; t is the height from the sole (0) to
the opening (1).
"""

import math

import numpy as np

from materials.cloth import fabric
from materials.metals import satin
from shapes.curves import circle, periodic, rounded, spline
from shapes.finish import bevel, smooth, thicken
from shapes.mesh import grid
from shapes.solids import ellipsoid, sweep

AT = np.array([0, 0.05, 0.12, 0.2, 0.29, 0.38, 0.45, 0.5, 0.55, 0.62, 0.71, 0.8, 0.88, 0.95])
SOLE = [(0, 0.4), (0.75, -2.35), (3.3, -4.25), (9, -4.95), (15, -4.1), (21, -3.7), (26.2, -3.0)]
SOLE += [(28.2, 0), (26.4, 2.8), (21, 3.2), (15, 3.3), (9, 4.4), (3.4, 4.2), (0.7, 2.6)]
OPENING = [
    (9.3, 0, 6.9),
    (9.7, -0.8, 7.1),
    (11.2, -1.4, 7.8),
    (13.6, -1.9, 9.2),
    (16, -2.5, 10.3),
    (20.3, -2.9, 9.2),
    (25.2, -2.3, 10.3),
]
OPENING += [
    (26.9, 0, 11.6),
    (25.2, 2.2, 10.3),
    (20.3, 2.8, 9.3),
    (16, 2.4, 10.3),
    (13.6, 1.8, 9.2),
    (11.2, 1.3, 7.8),
    (9.7, 0.8, 7.1),
]
AROUND = np.arange(240) / 240
OUTLINE = periodic(AT, SOLE, AROUND)


# The outer side as it is, the inner one mirrored.
SIDES = (lambda u: u, lambda u: 1 - u)


def bell(s):
    return np.sin(math.pi * s)


def inset(distance):
    spine = np.c_[np.clip(OUTLINE[:, 0], 5, 23), 0 * AROUND]
    outwards = OUTLINE - spine
    return OUTLINE - distance * outwards / (np.linalg.norm(outwards, axis=1, keepdims=True) + 1e-9)


class Shoe:
    def __init__(self, toe_spring=1.4, forefoot=2.2, heel=3.6):
        self.toe_spring, self.forefoot, self.heel = toe_spring, forefoot, heel

    def ground(self, x):
        """The sole lifts off the floor at the toe, a little at the heel."""
        return self.toe_spring * np.clip((8 - x) / 8, 0, 1) ** 2 + 0.4 * np.clip((x - 24) / 4, 0, 1) ** 2

    def thickness(self, x):
        return self.forefoot + (self.heel - self.forefoot) * np.clip((x - 6) / 18, 0, 1)

    def ring(self, distance, share):
        outline = inset(distance)
        return np.c_[outline, self.ground(outline[:, 0]) + share * self.thickness(outline[:, 0])]

    def sole(self, tread, midsole, outline, line=None):
        """outline = [(inset, share of the height)...] of the midsole's side; line = material of a stripe around it."""
        grid(
            [self.ring(d, k) for d, k in ((0.9, 0), (0.4, 0), (0.2, 0.05), (0.15, 0.16), (0.3, 0.19))],
            tread,
            close_across=True,
            caps=(True, False),
        )
        grid([self.ring(d, k) for d, k in spline(outline, 80)], midsole, close_across=True, caps=(False, True))
        if line:
            grid(
                [self.ring(d, k) for d, k in ((0.15, 0.66), (-0.05, 0.665), (-0.05, 0.715), (0.15, 0.72))],
                line,
                close_across=True,
            )

    def upper(self, u, t, lift=0.0):
        u, t = np.broadcast_arrays(np.asarray(u, float), np.asarray(t, float))
        foot = periodic(AT, inset(0.35)[(AT * 240).astype(int)], u)
        low, top = self.ground(foot[..., 0]) + 0.93 * self.thickness(foot[..., 0]), periodic(AT, OPENING, u)
        heel = np.exp(-((np.abs(u % 1 - 0.5) / 0.16) ** 2))
        toe = np.exp(-((np.minimum(u % 1, 1 - u % 1) / 0.13) ** 2))
        angle = t * math.pi / 2
        across = (1 - np.cos(angle)) ** (1 / (1 - 0.06 * toe)) * (1 - heel) + heel * t**1.6
        rise = np.sin(angle) ** (0.92 + 0.10 * toe) * (1 - heel) + heel * t
        xy = foot + (top[..., :2] - foot) * across[..., None]
        xy = xy + np.array([1, 0]) * (0.55 * np.sin(t * math.pi) * heel)[..., None]
        points = np.concatenate([xy, (low + (top[..., 2] - low) * rise)[..., None]], -1)
        return points + lift * self.outwards(u, t) if np.any(lift) else points

    def outwards(self, u, t, step=1e-3):
        along = self.upper(u + step, t) - self.upper(u - step, t)
        up = self.upper(u, np.minimum(t + step, 1)) - self.upper(u, np.maximum(t - step, 0))
        normal = np.cross(along, up)
        return normal / (np.linalg.norm(normal, axis=-1, keepdims=True) + 1e-9)

    def skin(self, material):
        thicken(grid(self.upper(AROUND[None], np.linspace(0, 1, 40)[:, None]), material, close_across=True), 0.3)

    def patch(self, u0, u1, low, high, material, lift=0.07, slant=0.0, crisp=True):
        """Overlay from low(s) to high(s), s = 0..1 between u0 and u1."""
        s, k = np.linspace(0, 1, 70)[None], np.linspace(0, 1, 24)[:, None]
        u = np.linspace(u0, u1, 70)[None] + slant * (1 - k) ** 1.4
        part = thicken(grid(self.upper(u, low(s) + (high(s) - low(s)) * k, lift), material), 0.1)
        if crisp:
            bevel(part, 0.03, 2)

    def facings(self, u0, drop, curve, slope, material, lift):
        """What the eyelets sit in, on both sides, below the opening."""
        for side in SIDES:
            self.patch(
                side(u0),
                side(0.30),
                lambda s: 0.99 - drop * bell(s) ** curve - slope * s,
                lambda s: 0 * s + 0.995,
                material,
                lift,
            )

    def collar(self, lining, insole):
        path = periodic(AT, OPENING, np.linspace(0.285, 0.715, 90)) + [0, 0, -0.12]
        sweep(path, circle(0.42, 18, 0.5), lining, scale=lambda t: 0.6 + 0.4 * math.sin(math.pi * t) ** 0.4)
        grid([[(x, y, 4.6) for y in (-1.9, 1.9)] for x in (14, 25)], insole)

    def tongue(self, material):
        rows = []
        for i, (x, _, z) in enumerate(
            spline([(9.0, 0, 6.2), (11, 0, 7.5), (14, 0, 9.4), (16.2, 0, 11.4), (17.3, 0, 13.0)], 40)
        ):
            y, k = np.linspace(-1, 1, 25), i / 39
            rows.append(
                np.c_[
                    x - 0.21 * (1 - y**2), y * (1.5 + 1.5 * k), z - 0.9 * y**2 * (1 - 0.3 * k) - 0.25 * (abs(y) > 0.97)
                ]
            )
        smooth(thicken(grid(rows, material), 0.55), 1)

    def laced(self, tongue):
        material = fabric('#F7F4EE', 14, 0.03)
        self.tongue(tongue)
        self.laces(material, satin('#B9BDC0'))
        self.bow(material)

    def laces(self, material, eyelet, bars=6):
        for i in range(bars):
            u, rise = 0.05 + 0.216 / bars * i, np.array([0, 0, 0.22])
            left, right = self.upper(u, 0.90, 0.16), self.upper(1 - u - 0.02, 0.90, 0.16)
            middle = (left + right) / 2 + [-0.15, 0, 0.62 + 0.05 * i]
            dip = np.array([0, 0, 0.12])
            path = [
                left - dip,
                left + (middle - left) * 0.4 + rise,
                middle,
                right + (middle - right) * 0.4 + rise,
                right - dip,
            ]
            sweep(spline(path, 40), rounded(0.2, 0.62, 0.09), material)
            for point in (left, self.upper(1 - u, 0.90, 0.16)):
                ellipsoid((0.3, 0.3, 0.12), eyelet, tuple(point), 16)

    def bow(self, material):
        knot = self.upper(0.235, 0.9, 0.2) * [1, 0, 1] + [-0.6, 0, 0.9]
        for m in (1, -1):
            loop = [(0, 0, 0), (-1.2, -1.5, 0.9), (-2.6, -3.4, -0.1), (-1.9, -3.7, -1.2), (-0.6, -2.0, -0.1), (0, 0, 0)]
            end = [(0, 0, 0), (-0.2, -1.6, 0.3), (0.3, -3.2, -1.4), (-0.2, -3.9, -3.4)]
            for path in (loop, end):
                sweep(spline(knot + np.array(path) * [1, m, 1], 60), rounded(0.5, 0.16, 0.07), material)
        ellipsoid((0.55, 0.5, 0.4), material, tuple(knot), 20)
