"""A leaf blade."""

import math

import numpy as np

from shapes.finish import thicken
from shapes.mesh import grid


def leaf(material, length=12.0, width=5.0, bend=0.7, fold=0.25, tip=1.3, wave=0.0, seed=0):
    """From the origin along +x, folded along the midrib, drooping by bend (radians)."""
    t, across = np.linspace(0, 1, 24), np.linspace(-1, 1, 13)
    half = width / 2 * np.sin(math.pi * t ** (1 / tip)) ** 0.8
    step, angle = length / 23, bend * t
    x = np.r_[0, np.cumsum(np.cos(angle[:-1]) * step)]
    z = np.r_[0, -np.cumsum(np.sin(angle[:-1]) * step)]
    ripple = wave * np.sin(t[:, None] * 18 + seed + 2 * across) * np.abs(across)
    lift = fold * half[:, None] * np.abs(across) ** 1.3 + ripple
    points = np.stack([x[:, None] + 0 * across, half[:, None] * across, z[:, None] + lift], 2)
    return thicken(grid(points, material), 0.06)
