"""Leather, wood, leaves, soil, cork."""

from colours import linear, scaled
from materials.surface import surface


def leather(colour, grain=0.03, scale=5.5, rough=0.46):
    def wire(nodes, sockets, base):
        at = nodes.position()
        pores, cloud = nodes.cells(at, scale, 'SMOOTH_F1'), nodes.noise(at, scale * 0.3, 4)
        height = nodes.sum(nodes.times(pores, -1.0), nodes.times(cloud, 0.5))
        nodes.put(sockets['Normal'], nodes.bump(height, grain, 0.55))
        nodes.put(sockets['Roughness'], nodes.ramp(pores, [(0.0, rough * 0.85), (0.7, rough * 1.3)]))
        patina = nodes.ramp(cloud, [(0.3, 0.0), (0.7, 1.0)])
        nodes.put(sockets['Base Color'], nodes.blend(patina, scaled(base, 0.82), base))

    return surface(colour, rough, wire=wire)


def wood(colour, dark=None, scale=1.0, axis='X', rough=0.42):
    """Long grain along the given axis of the object."""

    def wire(nodes, sockets, base):
        late = linear(dark) if dark else scaled(base, 0.5)
        stretch = {'X': (0.12, 1, 1), 'Y': (1, 0.12, 1), 'Z': (1, 1, 0.12)}[axis]
        rings = nodes(
            'TexWave',
            props={'wave_type': 'RINGS', 'rings_direction': axis},
            Vector=nodes.position(tuple(s * scale for s in stretch)),
            Scale=0.55,
            Distortion=5.0,
            Detail=3.0,
            Detail_Scale=1.2,
        )
        fibre = nodes.noise(nodes.position(tuple((12 if s == 1 else 0.6) * scale for s in stretch)), 1.0, 5, 0.65)
        grain = nodes.blend(nodes.ramp(rings, [(0.15, 0.0), (0.85, 0.75)]), base, late)
        nodes.put(sockets['Base Color'], nodes.blend(nodes.times(fibre, 0.55), grain, late))
        nodes.put(sockets['Normal'], nodes.bump(fibre, 0.03, 0.35))

    return surface(colour, rough, wire=wire, Specular=0.35)


def foliage(colour):
    """Waxy leaf that lets a little light through."""

    def wire(nodes, sockets, base):
        cloud = nodes.noise(nodes.position(), 0.6, 3)
        patches = nodes.ramp(cloud, [(0.3, 0.0), (0.7, 1.0)])
        nodes.put(sockets['Base Color'], nodes.blend(patches, scaled(base, 0.7), base))
        nodes.put(sockets['Normal'], nodes.bump(cloud, 0.1, 0.4))
        nodes.translucent(0.18, scaled(base, 1.6))

    return surface(colour, 0.38, wire=wire)


def banded_leaf(dark, light):
    """Cross bands along the blade, as on a snake plant."""

    def wire(nodes, sockets, base):
        along = nodes.split(nodes.uv())[1]
        waves = nodes.sum(nodes.times(along, 2.2), nodes.times(nodes.noise(nodes.uv((0.5, 0.25, 1)), 2.0, 3), 9.0))
        bands = nodes.ramp(nodes.math('SINE', waves), [(0.35, 0.0), (0.65, 1.0)])
        nodes.put(sockets['Base Color'], nodes.blend(bands, base, linear(light)))

    return surface(dark, 0.4, wire=wire)


def soil(colour='#2B1D14'):
    def wire(nodes, sockets, _):
        nodes.put(sockets['Normal'], nodes.bump(nodes.noise(nodes.position(), 3, 6, 0.7), 0.6, 1.0))

    return surface(colour, 0.95, wire=wire)


def cork(colour='#C39A68'):
    def wire(nodes, sockets, base):
        flakes = nodes.cells(nodes.position(), 2.6)
        dots = nodes.ramp(flakes, [(0.12, 0.0), (0.3, 1.0)])
        nodes.put(sockets['Base Color'], nodes.blend(dots, scaled(base, 0.5), base))
        nodes.put(sockets['Normal'], nodes.bump(flakes, 0.04, 0.5))

    return surface(colour, 0.85, wire=wire, Specular=0.2)
