"""Moving parts, and bending them a little out of the machine's perfection."""

import math

import bpy
import numpy as np
from mathutils import Euler, Matrix, Vector, noise
from mathutils.bvhtree import BVHTree

from shapes.mesh import built


def move_by(parts, matrix):
    bpy.context.view_layer.update()
    for part in parts:
        part.matrix_world = matrix @ part.matrix_world
    return parts


def place(parts, at=(0, 0, 0), turn=(0, 0, 0), scale=1.0):
    """Moves a group as one; turns in degrees about x, y, z."""
    rotation = Euler([math.radians(a) for a in turn]).to_matrix().to_4x4()
    return move_by(parts, Matrix.Translation(at) @ rotation @ Matrix.Scale(scale, 4))


def orient(parts, x, y, z, at=(0, 0, 0)):
    """Maps the parts' own axes to the given ones, say a lathe's z to 'outwards'."""
    return move_by(parts, Matrix([(x[i], y[i], z[i], at[i]) for i in range(3)] + [(0, 0, 0, 1)]))


def duplicate(parts):
    copies = []
    for part in parts:
        copy = part.copy()
        bpy.context.collection.objects.link(copy)
        built.append(copy)
        copies.append(copy)
    return copies


def dropped_onto(points, part, lift=0.0):
    """Points let fall onto a part: seams, labels and collars that lie on cloth."""
    mesh = part.data
    tree = BVHTree.FromPolygons([v.co[:] for v in mesh.vertices], [p.vertices[:] for p in mesh.polygons])
    out = []
    for x, y, z in np.asarray(points, float):
        hit = tree.ray_cast(Vector((x, y, 1e3)), Vector((0, 0, -1)))[0]
        out.append((x, y, (hit.z if hit else z) + lift))
    return np.array(out)


def wobble(part, amount, size, seed=0, axis=None):
    """Moves the vertices by smooth noise of the given size."""
    for vertex in part.data.vertices:
        shift = noise.noise_vector(Vector(vertex.co) / size + Vector((seed * 7.3, seed * 3.1, 0)))
        vertex.co += shift * amount if axis is None else Vector(axis) * shift.x * amount
    return part


def settle(part, depth):
    """Sinks a soft thing and flattens what falls below the floor, so that it rests instead of hovering."""
    for vertex in part.data.vertices:
        vertex.co.z = max(vertex.co.z - depth, 0.0)
    return part
