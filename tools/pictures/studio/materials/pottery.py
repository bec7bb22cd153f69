"""Glazed and bare clay."""

from colours import linear, scaled
from materials.surface import surface


def ceramic(colour, speckle=None, rough=0.12, unevenness=0.02, density=0.5):
    """Glaze over a diffuse body; iron specks if asked; a little unevenness breaks up the highlights."""

    def specks(nodes, at, base):
        for scale, radius in ((5.5, 0.10), (2.6, 0.075)):
            kept = nodes.ramp(nodes.noise(at, scale * 0.6, 1), [(density, 0.0), (density + 0.02, 1.0)])
            dots = nodes.ramp(nodes.cells(at, scale), [(radius * 0.7, 1.0), (radius * 1.5, 0.0)])
            base = nodes.blend(nodes.times(nodes.times(dots, kept), 0.8), base, linear(speckle))
        return base

    def wire(nodes, sockets, base):
        at = nodes.position()
        cloud = nodes.ramp(nodes.noise(at, 0.35, 3), [(0.3, 0.0), (0.7, 1.0)])
        shade = nodes.blend(cloud, base, scaled(base, 0.9))
        nodes.put(sockets['Base Color'], specks(nodes, at, shade) if speckle else shade)
        nodes.put(sockets['Normal'], nodes.bump(nodes.noise(at, 0.45, 1), unevenness * 3, 0.25))

    return surface(colour, 0.38, wire=wire, Clearcoat=0.9, Clearcoat_Roughness=rough, Specular=0.4)


def clay(colour):
    def wire(nodes, sockets, base):
        grain = nodes.noise(nodes.position(), 8, 8, 0.7)
        nodes.put(sockets['Base Color'], nodes.blend(grain, scaled(base, 0.75), scaled(base, 1.2)))
        nodes.put(sockets['Normal'], nodes.bump(grain, 0.05, 0.6))

    return surface(colour, 0.9, wire=wire, Specular=0.2)
