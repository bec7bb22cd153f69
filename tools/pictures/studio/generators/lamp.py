"""Table lamp: a turned base, a brass neck, a lit linen shade, a woven cord."""

import math

from materials.cloth import fabric
from materials.light import glow
from materials.metals import satin
from shapes.curves import profile, resample
from shapes.solids import ellipsoid, lathe, tube


def neck(z, metal):
    outline = [(1.75, -0.2), (1.75, 0.4, 0.15), (1.1, 0.6, 0.15), (0.8, 1.3, 0.2), (0.8, 2.9, 0.1), (1.5, 3.1, 0.1)]
    lathe([(r, z + h) for r, h in profile([*outline, (1.5, 5.6, 0.2), (0, 5.7)])], metal, 64)


def shade(lower, upper, low, high, linen, trim, metal):
    lathe(resample([(lower, low), (upper, high)], 40, False), linen, 160)
    for r, z in ((lower, low), (upper, high)):
        hem = [(r - 0.1, z - 0.22), (r + 0.16, z - 0.22, 0.1), (r + 0.16, z + 0.5, 0.1), (r - 0.1, z + 0.5)]
        lathe(profile(hem, steps=4), trim, 160)
    for a in (i * math.tau / 3 for i in range(3)):
        x, y = math.cos(a), math.sin(a)
        tube([(1.4 * x, 1.4 * y, low + 2.1), (upper * x, upper * y, high)], 0.14, metal, 12)


def table_lamp(base, base_material, top, lower, upper, low, high, linen='#EFE3CC', trim='#E3D3B4', metal='#C79A55'):
    """base = [(radius, z)...] up to `top`; the shade spans low..high."""
    brass = satin(metal, 0.22)
    lathe(base, base_material, 160)
    neck(top, brass)
    shade(lower, upper, low, high, fabric(linen, 7, 0.03, through=0.55), fabric(trim, 9), brass)
    ellipsoid((2.3, 2.3, 2.9), glow('#FFC588', 14), (0, 0, top + 8.4))
    tube(
        [(4.9, 3, 0.3), (9, 6, 0.25), (14, 6.5, 0.25), (18, 11, 0.25), (20, 20, 0.25)], 0.24, fabric('#6B5B45', 12), 80
    )
