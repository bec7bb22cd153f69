"""Football of twelve pentagons and twenty hexagons with sunken seams."""

import math

import bmesh
import numpy as np

from materials.natural import leather
from shapes.arrange import place
from shapes.mesh import grid

PRODUCTS = {'sunday-league-football': {'dark': '#24384F', 'light': '#F3F0E8'}}
RADIUS = 11


def icosahedron():
    mesh = bmesh.new()
    bmesh.ops.create_icosphere(mesh, subdivisions=1, radius=1)
    corners = [np.array(v.co) for v in mesh.verts]
    neighbours = [[e.other_vert(v).index for e in v.link_edges] for v in mesh.verts]
    faces = [[v.index for v in f.verts] for f in mesh.faces]
    mesh.free()
    return corners, neighbours, faces


def around(centre, points):
    """Points in order around their centre."""
    normal = centre / np.linalg.norm(centre)
    first = points[0] - centre
    second = np.cross(normal, first)
    return sorted(points, key=lambda p: math.atan2((p - centre) @ second, (p - centre) @ first))


def panels():
    corners, neighbours, faces = icosahedron()
    cut = lambda a, b: corners[a] + (corners[b] - corners[a]) / 3
    for i, others in enumerate(neighbours):
        yield True, around(corners[i], [cut(i, j) for j in others])
    for face in faces:
        middle = sum(corners[i] for i in face) / 3
        yield False, around(middle, [cut(a, b) for a in face for b in face if a != b])


def pillow(outline, material):
    """A panel on the sphere that sinks towards its edges."""
    middle, rows, steps = sum(outline) / len(outline), [], 14
    edge = np.array(
        [a + (b - a) * t for a, b in zip(outline, outline[1:] + outline[:1]) for t in np.linspace(0, 1, 9)[:-1]]
    )
    for k in np.linspace(0.02, 1, steps):
        directions = middle + (edge - middle) * k
        directions /= np.linalg.norm(directions, axis=1, keepdims=True)
        rows.append(directions * (RADIUS - 0.28 * max(0, (k - 0.86) / 0.14) ** 2))
    return grid(np.array(rows), material, close_across=True, caps=(True, False))


def build(dark, light):
    skins = {True: leather(dark, 0.012, 6, 0.35), False: leather(light, 0.012, 6, 0.35)}
    place([pillow(outline, skins[is_dark]) for is_dark, outline in panels()], turn=(24, 12, 30))
