"""Steel bottle with a loop cap, or with a straw lid and a carrying ring."""

import math

import numpy as np

from generators.bottle import bottle
from materials.metals import cast_iron
from materials.plastics import plastic, rubber
from shapes.curves import profile, rounded, spline
from shapes.solids import lathe, sweep

PRODUCTS = {
    'summit-steel-bottle': {'colour': '#B5563C', 'lid': 'loop'},
    'switchback-straw-bottle': {'colour': '#2F6F7E', 'lid': 'straw'},
}


def loop_lid(z):
    black = plastic('#23272B', 0.45)
    lathe(profile([(0, z), (2.75, z, 0.1), (2.75, z + 2.3, 0.4), (0, z + 2.5)], steps=6), black)
    path = spline(
        [
            (-2.2, 0, z + 1.6),
            (-2.3, 0, z + 4.0),
            (-1.2, 0, z + 5.0),
            (1.2, 0, z + 5.0),
            (2.3, 0, z + 4.0),
            (2.2, 0, z + 1.6),
        ],
        60,
    )
    sweep(path, rounded(1.5, 0.55, 0.25), black, up=(0, 1, 0))


def straw_lid(z):
    lid, tip = plastic('#2C3338', 0.4), rubber('#F1EDE4', 0.5)
    lathe(profile([(0, z), (2.75, z, 0.1), (2.75, z + 1.8, 0.5), (0, z + 2.1)], steps=6), lid)
    sweep(
        spline([(-1.0, 0, z + 1.8), (-1.0, 0, z + 3.0), (0.4, 0, z + 4.0), (2.5, 0, z + 4.1)], 40),
        rounded(1.3, 1.0, 0.4),
        tip,
        up=(0, 1, 0),
    )
    a = np.linspace(0, math.tau, 80, endpoint=False)
    sweep(
        np.stack([2.9 * np.cos(a), 2.9 * np.sin(a), z + 0.5 + 0 * a], 1),
        rounded(0.7, 0.5, 0.2),
        lid,
        closed=True,
        up=(0, 0, 1),
    )
    path = spline(
        [(-2.9, 0, z + 0.5), (-4.6, 0, z + 0.9), (-5.3, 0, z - 1.4), (-4.9, 0, z - 4.6), (-3.8, 0, z - 5.0)], 60
    )
    sweep(path, rounded(1.4, 0.6, 0.25), lid, up=(0, 1, 0))


def build(colour, lid):
    top = bottle(cast_iron(colour, 0.02, 0.42, 11))
    straw_lid(top) if lid == 'straw' else loop_lid(top)
