"""Devices with a screen: a slab with rounded corners whose glass shows a calm picture of hills, never text."""

from colours import linear
from materials.plastics import screen_glass
from materials.surface import surface
from shapes.curves import rounded
from shapes.mesh import add
from shapes.solids import rounded_slab


def wallpaper(top, middle, low, strength=0.9):
    """Lit picture: sky over two rolling ridges, drawn in the UV (0..1) of the panel."""

    def wire(nodes, sockets, _):
        u, v = nodes.split(nodes('TexCoord', output=2))[:2]
        ridge = lambda height, swing, turn, phase: nodes.sum(
            height, nodes.times(nodes.math('SINE', nodes.sum(nodes.times(u, turn), phase)), swing)
        )
        below = lambda line: nodes.math('LESS_THAN', v, line)
        sky = nodes.ramp(v, [(0.35, linear(middle)), (1.0, linear(top))])
        back = nodes.blend(
            below(ridge(0.46, 0.09, 5.5, 0.6)), sky, tuple((a + b) / 2 for a, b in zip(linear(low), linear(middle)))
        )
        picture = nodes.blend(below(ridge(0.26, 0.08, 4.2, 3.4)), back, linear(low))
        nodes.put(sockets['Base Color'], (0.0, 0.0, 0.0))
        nodes.put(sockets['Emission'], picture)

    return surface('#000000', 0.08, wire=wire, Emission_Strength=strength, Clearcoat=1.0, Clearcoat_Roughness=0.02)


def panel(width, height, corner, z, picture):
    """Flat rounded rectangle that faces +z; the picture's up is +y."""
    outline = rounded(width, height, corner, 8)
    uv = [(x / width + 0.5, y / height + 0.5) for x, y in outline]
    return add([(x, y, z) for x, y in outline], [list(range(len(outline)))], picture, [uv])


def device(width, height, thickness, corner, body, picture, bezel=0.4):
    """Lies flat, screen up, its middle in the origin."""
    parts = [rounded_slab(width, height, thickness, corner, min(thickness / 2.2, 0.35), body)]
    z = thickness / 2
    parts.append(rounded_slab(width - 0.25, height - 0.25, 0.12, corner - 0.12, 0.05, screen_glass(), (0, 0, z)))
    parts.append(panel(width - 2 * bezel, height - 2 * bezel, max(corner - bezel, 0.1), z + 0.09, picture))
    return parts
