"""Meshes and the list of what was built."""

import bmesh
import bpy
import numpy as np

built = []


def add(vertices, faces, material, uvs=None):
    mesh = bpy.data.meshes.new('part')
    mesh.from_pydata([tuple(v) for v in vertices], [], faces)
    mesh.validate()
    if uvs is not None:
        layer = mesh.uv_layers.new()
        for face in mesh.polygons:
            for loop, uv in zip(face.loop_indices, uvs[face.index]):
                layer.data[loop].uv = uv
    mesh.polygons.foreach_set('use_smooth', [True] * len(mesh.polygons))
    if material:
        mesh.materials.append(material)
    part = bpy.data.objects.new('part', mesh)
    bpy.context.collection.objects.link(part)
    built.append(part)
    return part


def surface_lengths(rows):
    """Centimetres along and across a grid of points, for its UV."""
    along, across = np.zeros(rows.shape[:2]), np.zeros(rows.shape[:2])
    along[1:] = np.cumsum(np.linalg.norm(np.diff(rows, axis=0), axis=2), axis=0)
    across[:, 1:] = np.cumsum(np.linalg.norm(np.diff(rows, axis=1), axis=2), axis=1)
    along[:] = along.mean(1, keepdims=True)
    across[:] = across[np.argmax(across[:, -1])][None]
    return along, across


def grid(points, material, close_along=False, close_across=False, caps=(False, False), flip=False):
    """Surface through points[along][across]; caps close the first and the last row."""
    points = np.asarray(points, float)
    n, m = points.shape[:2]
    rows, columns = n + close_along, m + close_across
    wrapped = points[np.arange(rows) % n][:, np.arange(columns) % m]
    along, across = surface_lengths(wrapped)
    faces, uvs = [], []
    for i in range(rows - 1):
        for j in range(columns - 1):
            corners = [(i, j), (i, j + 1), (i + 1, j + 1), (i + 1, j)]
            if flip:
                corners.reverse()
            faces.append([(a % n) * m + b % m for a, b in corners])
            uvs.append([(across[a, b], along[a, b]) for a, b in corners])
    for wanted, row in zip(caps, (0, n - 1)):
        if wanted:
            order = list(range(m))
            if (row == 0) != flip:
                order.reverse()
            faces.append([row * m + j for j in order])
            uvs.append([tuple(points[row, j, :2]) for j in order])
    return add(points.reshape(-1, 3), faces, material, uvs)


def weld(part, distance=1e-4):
    mesh = bmesh.new()
    mesh.from_mesh(part.data)
    bmesh.ops.remove_doubles(mesh, verts=mesh.verts, dist=distance)
    bmesh.ops.recalc_face_normals(mesh, faces=mesh.faces)
    mesh.to_mesh(part.data)
    mesh.free()
    return part


def join(first, *others):
    with bpy.context.temp_override(active_object=first, selected_editable_objects=[first, *others]):
        bpy.ops.object.join()
    built[:] = [part for part in built if all(part is not other for other in others)]
    return first
