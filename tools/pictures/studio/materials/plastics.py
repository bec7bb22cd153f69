"""Plastic, lacquer, rubber and foam."""

from colours import linear
from materials.surface import surface


def plastic(colour, rough=0.42, grain=0.006, scale=28):
    """Moulded, matt, with a fine texture."""

    def wire(nodes, sockets, _):
        at = nodes.position()
        nodes.put(sockets['Normal'], nodes.bump(nodes.noise(at, scale, 2), grain, 0.5))
        patches = nodes.noise(at, 0.5, 3)
        nodes.put(sockets['Roughness'], nodes.ramp(patches, [(0.2, rough * 0.9), (0.8, rough * 1.12)]))

    return surface(colour, rough, wire=wire)


def lacquer(colour, rough=0.08):
    return surface(colour, 0.3, Clearcoat=1.0, Clearcoat_Roughness=rough)


def enamel(colour):
    """Thick stove enamel on iron: glossy, slightly uneven."""

    def wire(nodes, sockets, _):
        nodes.put(sockets['Normal'], nodes.bump(nodes.noise(nodes.position(), 0.5, 1), 0.05, 0.25))

    return surface(colour, 0.35, wire=wire, Clearcoat=1.0, Clearcoat_Roughness=0.1)


def rubber(colour, rough=0.72, grain=0.012, scale=14):
    def wire(nodes, sockets, _):
        nodes.put(sockets['Normal'], nodes.bump(nodes.noise(nodes.position(), scale, 4), grain, 0.7))

    return surface(colour, rough, wire=wire, Specular=0.3)


def foam(colour):
    def wire(nodes, sockets, _):
        nodes.put(sockets['Normal'], nodes.bump(nodes.noise(nodes.position(), 5, 2), 0.012, 0.3))

    return surface(colour, 0.6, wire=wire, Specular=0.3)


def screen_glass(colour='#050608'):
    return surface(colour, 0.05, Clearcoat=1.0)


def wax(colour):
    return surface(colour, 0.5, Subsurface=0.3, Subsurface_Color=(*linear(colour), 1), Specular=0.35)
