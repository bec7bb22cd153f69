"""Woven and knitted cloth; patterns follow the UV, which are centimetres on the surface."""

import math

from colours import linear, mix, scaled
from materials.surface import surface


def fabric(colour, per_cm=9, depth=0.03, weft=None, rough=0.9, through=0.0, holes=0.0):
    """Plain weave; weft is a second yarn's colour, through lets light pass (a shade), holes > 0 makes sports mesh."""

    def weave(nodes):
        """Height of the threads and their slubs."""
        along = nodes.noise(nodes.uv((0.6, 6, 1)), 1.3, 3)
        across = nodes.noise(nodes.uv((6, 0.6, 1)), 1.3, 3)
        u, v = nodes.split(nodes.uv())[:2]
        turn = per_cm * math.pi
        warp_thread = nodes.math('SINE', nodes.sum(nodes.times(u, turn), nodes.times(across, 4.0)))
        weft_thread = nodes.math('SINE', nodes.sum(nodes.times(v, turn), nodes.times(along, 4.0)))
        height = nodes.sum(nodes.times(nodes.times(warp_thread, weft_thread), 0.5), 0.5)
        return height, nodes.sum(nodes.times(along, 0.5), nodes.times(across, 0.5))

    def wire(nodes, sockets, base):
        height, slub = weave(nodes)
        second = linear(weft) if weft else scaled(base, 0.72)
        threads = nodes.blend(height, second, base)
        patches = nodes.ramp(slub, [(0.3, 0.0), (0.7, 1.0)])
        nodes.put(sockets['Base Color'], nodes.blend(patches, threads, mix(base, second, 0.35)))
        nodes.put(sockets['Normal'], nodes.bump(nodes.sum(height, nodes.times(slub, 1.5)), depth, 0.6))
        if holes:
            eyelets = nodes.ramp(height, [(0.0, 0.0), (0.5 - 0.35 * holes, 0.0), (0.62 - 0.35 * holes, 1.0)])
            nodes.put(sockets['Base Color'], nodes.blend(eyelets, scaled(base, 0.28), base))
            nodes.put(sockets['Normal'], nodes.bump(nodes.ramp(height, [(0.0, 0.0), (0.6, 1.0)]), depth * 1.5, 0.8))
        if through:
            nodes.translucent(through, base)

    return surface(colour, rough, wire=wire, Sheen=0.4, Specular=0.15)


def knit(colour, stitch=(0.55, 0.42), depth=0.16, rib=False, dark=0.45):
    """Stockinette, or columns of rib: u runs across the wales, v along them."""

    def stitches(nodes):
        drift = nodes.noise(nodes.uv(), 0.9, 2)
        u, v = nodes.split(nodes.uv())[:2]
        u = nodes.sum(nodes.math('DIVIDE', u, stitch[0]), nodes.times(drift, 0.25))
        v = nodes.sum(nodes.math('DIVIDE', v, stitch[1]), nodes.times(drift, 0.35))
        aside = nodes.math('ABSOLUTE', nodes.math('SUBTRACT', nodes.math('FRACT', u), 0.5))
        legs = nodes.math('SINE', nodes.times(aside, math.tau))
        slant = nodes.math('FRACT', nodes.math('SUBTRACT', v, nodes.times(aside, 1.5)))
        loops = nodes.math('SINE', nodes.times(slant, math.pi))
        round_off = lambda x: nodes.math('POWER', nodes.math('MAXIMUM', x, 0.001), 0.6)
        height = nodes.times(round_off(legs), round_off(loops))
        if not rib:
            return height
        return nodes.times(height, nodes.sum(0.35, nodes.times(nodes.math('PINGPONG', u, 1.0), 0.9)))

    def wire(nodes, sockets, base):
        height, fibre = stitches(nodes), nodes.noise(nodes.uv(), 14, 4, 0.7)
        yarn = nodes.blend(fibre, scaled(base, 0.85), scaled(base, 1.1))
        nodes.put(
            sockets['Base Color'], nodes.blend(nodes.ramp(height, [(0.05, 0.0), (0.7, 1.0)]), scaled(base, dark), yarn)
        )
        nodes.put(sockets['Normal'], nodes.bump(nodes.sum(height, nodes.times(fibre, 0.3)), depth, 0.9))

    return surface(colour, 0.95, wire=wire, Sheen=0.8, Sheen_Tint=0.6, Specular=0.1)


def felt(colour):
    def wire(nodes, sockets, base):
        fibre = nodes.noise(nodes.position(), 7, 6, 0.75)
        nodes.put(sockets['Base Color'], nodes.blend(fibre, scaled(base, 0.8), scaled(base, 1.12)))
        nodes.put(sockets['Normal'], nodes.bump(fibre, 0.04, 0.6))

    return surface(colour, 0.95, wire=wire, Sheen=0.7, Specular=0.1)
