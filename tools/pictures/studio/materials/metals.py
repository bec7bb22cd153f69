"""Metals: brushed, satin, cast."""

from colours import scaled
from materials.surface import surface


def brushed(colour='#C9CBCD', rough=0.28, along='u', streak=0.5):
    """Streaks run along u or v of the surface."""

    def wire(nodes, sockets, base):
        lines = nodes.noise(nodes.uv((1, 60, 1) if along == 'u' else (60, 1, 1)), 1.2, 4, 0.6)
        nodes.put(sockets['Roughness'], nodes.ramp(lines, [(0.25, rough * 0.75), (0.75, rough * 1.3)]))
        nodes.put(sockets['Base Color'], nodes.blend(lines, scaled(base, 0.82), base))
        nodes.put(sockets['Normal'], nodes.bump(lines, 0.01 * streak, 0.4))

    return surface(colour, rough, 1.0, wire=wire)


def satin(colour='#C9CBCD', rough=0.25):
    return surface(colour, rough, 1.0)


def cast_iron(colour='#26282A', grain=0.05, rough=0.5, scale=7):
    """Cast or powder-coated: pebbly."""

    def wire(nodes, sockets, _):
        pebbles = nodes.noise(nodes.position(), scale, 3, 0.6)
        nodes.put(sockets['Normal'], nodes.bump(pebbles, grain, 0.8))
        nodes.put(sockets['Roughness'], nodes.ramp(pebbles, [(0.3, rough * 1.15), (0.7, rough * 0.85)]))

    return surface(colour, rough, wire=wire, Specular=0.5)
