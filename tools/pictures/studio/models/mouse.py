"""Wireless mouse: one arched shell with a split front, a ribbed wheel, side keys."""

import math

import numpy as np

from materials.metals import satin
from materials.plastics import plastic
from shapes.arrange import orient
from shapes.curves import profile
from shapes.mesh import grid
from shapes.solids import lathe

PRODUCTS = {'quiet-click-wireless-mouse': {'shell': '#50565C', 'sides': '#2E3338'}}
LENGTH, STEPS = 11.6, 160


def section(t):
    """Half width, height and middle of the mouse at t, 0 = front, 1 = heel."""
    width = 3.1 + 0.35 * math.cos(t * math.tau) * 0.7 + 0.25 * t
    height = 2.5 + 1.5 * math.sin(min(1, t * 1.08) * math.pi * 0.82 + 0.25)
    ends = (1 - abs(2 * t - 1) ** 5) ** 0.42
    return width * (0.3 + 0.7 * ends), height * (0.45 + 0.55 * ends)


def shell_rows(scale, floor, split):
    """Arches across the mouse; the seam between the two front keys sinks in."""
    a = np.linspace(0, math.pi, 81)
    for t in np.linspace(0.002, 0.998, STEPS):
        width, height = section(t)
        x = width * scale * np.sign(np.cos(a)) * np.abs(np.cos(a)) ** 0.72
        z = floor + (height * scale - floor) * np.sin(a) ** 0.62
        if split and t < 0.47:
            z = z - 0.16 * np.exp(-((x / 0.07) ** 2))
        if split:
            z = z - 0.14 * np.exp(-(((t - 0.47) * LENGTH / 0.07) ** 2)) * (np.sin(a) > 0.55)
        yield np.stack([x, np.full(81, (t - 0.5) * LENGTH * scale), z], 1)


def build(shell, sides):
    grid(list(shell_rows(1.0, 1.15, True)), plastic(shell, 0.42), caps=(True, True), flip=True)
    grid(list(shell_rows(0.975, 0.0, False)), plastic(sides, 0.5), caps=(True, True), flip=True)
    wheel = lathe(
        profile([(0, -0.35), (0.95, -0.35, 0.1), (1.1, 0, 0.2), (0.95, 0.35, 0.1), (0, 0.35)]),
        satin('#B8744A', 0.3),
        40,
    )
    orient([wheel], (0, 1, 0), (0, 0, 1), (1, 0, 0), (0, -3.5, 3.15))
