"""Table-tennis bat propped on a second one, with two balls."""

import numpy as np

from materials.natural import wood
from materials.plastics import plastic, rubber
from shapes.arrange import place
from shapes.solids import ellipsoid, prism

PRODUCTS = {'garage-table-tennis-set': {}}


def bat(face, back):
    """Lies flat, handle towards -y."""
    ply = wood('#D9B98A', '#B58D5C', 1.0, 'Y')
    grip = [(-1.35, -9.5), (-1.3, -12), (-1.6, -17.2), (1.6, -17.2), (1.3, -12), (1.35, -9.5)]
    a = np.radians(np.linspace(-70, 250, 60))
    blade = np.vstack(
        [np.stack([7.55 * np.cos(a), 7.95 * np.sin(a)], 1), [(-1.2, -9.6), (-1.2, -16.8), (1.2, -16.8), (1.2, -9.6)]]
    )
    parts = [prism(blade, 0.6, ply, 0.1, at=(0, 0, -0.3))]
    a = np.radians(np.linspace(-58, 238, 60))
    skin = np.stack([7.5 * np.cos(a), 7.9 * np.sin(a)], 1)
    parts += [
        prism(skin, 0.35, rubber(face, 0.55), 0.08, at=(0, 0, 0.3)),
        prism(skin, 0.35, rubber(back, 0.55), 0.08, at=(0, 0, -0.65)),
    ]
    for z in (0.3, -1.2):
        parts.append(prism(grip, 0.9, wood('#8E5B33', '#5F3A1F', 1.2, 'Y'), 0.4, 4, at=(0, 0, z)))
    return parts


def build():
    place(bat('#1F2023', '#B7322C'), (4, 5, 0.7), (0, 0, -62))
    place(bat('#C23A33', '#1F2023'), (-2.5, -1.5, 4.0), (16, -4, 28))
    for at in ((9.6, -9.0, 2), (5.0, -12.0, 2)):
        ellipsoid((2, 2, 2), plastic('#F2EEE4' if at[0] > 6 else '#F0A53C', 0.4), at)
