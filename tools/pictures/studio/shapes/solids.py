"""Solids of revolution, sweeps, boxes, extrusions."""

import math

import numpy as np

from shapes.curves import circle, rounded, spline
from shapes.finish import bevel
from shapes.mesh import add, grid, weld


def lathe(points, material, steps=128, at=(0, 0, 0), squash=1.0):
    """Turns [(radius, z)...] about z."""
    p, a = np.asarray(points, float), np.linspace(0, math.tau, steps, endpoint=False)
    x, y = p[:, None, 0] * np.cos(a), p[:, None, 0] * np.sin(a) * squash
    rings = np.stack([x, y, np.repeat(p[:, 1:2], steps, 1)], 2) + np.array(at)
    return weld(grid(rings, material, close_across=True))


def frames(path, closed=False, up=None):
    """Directions across a path that turn as little as possible, or with one of them held along `up`."""
    tangent = np.roll(path, -1, 0) - np.roll(path, 1, 0) if closed else np.gradient(path, axis=0)
    tangent /= np.linalg.norm(tangent, axis=1, keepdims=True) + 1e-12
    if up is not None:
        side = np.cross(tangent, np.array(up, float))
        side /= np.linalg.norm(side, axis=1, keepdims=True) + 1e-12
        return np.cross(side, tangent), side
    first = np.cross(tangent[0], [0, 0, 1.0])
    first = first if np.linalg.norm(first) > 0.1 else np.cross(tangent[0], [0, 1.0, 0])
    normals = [first / np.linalg.norm(first)]
    for t in tangent[1:]:
        following = normals[-1] - t * normals[-1].dot(t)
        normals.append(following / np.linalg.norm(following))
    normals = np.array(normals)
    if closed:
        normals = without_twist(normals, tangent)
    return normals, np.cross(tangent, normals)


def without_twist(normals, tangent):
    """Spreads the angle between the last and the first direction over the whole ring."""
    angle = math.atan2(np.cross(normals[-1], normals[0]).dot(tangent[0]), normals[-1].dot(normals[0]))
    share = np.linspace(0, angle, len(normals))[:, None]
    return normals * np.cos(share) + np.cross(tangent, normals) * np.sin(share)


def sweep(path, section, material, scale=None, closed=False, up=None, caps=True):
    """Section along a path; scale(t) gives a factor or (x, y). With `up`, the section's x lies along it."""
    path = np.asarray(path, float)
    across, beside = frames(path, closed, up)
    rings = []
    for i, point in enumerate(path):
        factor = scale(i / (len(path) - 1)) if scale else 1.0
        x, y = factor if isinstance(factor, tuple) else (factor, factor)
        rings.append(point + section[:, :1] * x * across[i] + section[:, 1:] * y * beside[i])
    ends = (caps and not closed,) * 2
    return grid(rings, material, close_along=closed, close_across=True, caps=ends, flip=True)


def tube(points, radius, material, count=64, closed=False, sides=16, exact=False):
    """Round bar through points; exact takes them as they are."""
    path = np.asarray(points, float) if exact else spline(points, count, closed)
    return sweep(path, circle(radius, sides), material, closed=closed)


def box(size, radius, material, at=(0, 0, 0), segments=4, turn=(0, 0, 0)):
    """Box with rounded edges; turn in radians."""
    x, y, z = (s / 2 for s in size)
    corners = [(a, b, c) for a in (-x, x) for b in (-y, y) for c in (-z, z)]
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    part = bevel(add(corners, faces, material), radius, segments)
    part.location, part.rotation_euler = at, turn
    return part


def prism(outline, height, material, radius=0.1, segments=3, at=(0, 0, 0), turn=(0, 0, 0)):
    """Closed outline (counter-clockwise) extruded upwards, edges rounded; turn in radians."""
    n = len(outline)
    corners = [(x, y, z) for z in (0, height) for x, y in outline]
    sides = [[i, (i + 1) % n, (i + 1) % n + n, i + n] for i in range(n)]
    part = add(corners, [list(range(n))[::-1], list(range(n, 2 * n)), *sides], material)
    bevel(part, radius, segments, 40)
    part.location, part.rotation_euler = at, turn
    return part


def rounded_slab(width, depth, height, corner, edge, material, at=(0, 0, 0), steps=9, edge_steps=5):
    """Flat block with large corners seen from above and softly rounded rims: phones, cases, pillows of plastic."""
    rings = []
    for a in np.linspace(-math.pi / 2, math.pi / 2, 2 * edge_steps):
        inset = edge * (1 - math.cos(a))
        z = (height / 2 - edge) * np.sign(a) + edge * math.sin(a)
        outline = rounded(width - 2 * inset, depth - 2 * inset, max(corner - inset, 0.01), steps)
        rings.append(np.c_[outline, np.full(len(outline), z)])
    return grid(np.array(rings) + np.array(at), material, close_across=True, caps=(True, True))


def ellipsoid(radii, material, at=(0, 0, 0), steps=64, power=1.0):
    """Below power 1 it gets boxier."""
    shaped = lambda x: np.sign(x) * np.abs(x) ** power
    t = np.linspace(-math.pi / 2, math.pi / 2, steps // 2)[:, None]
    a = np.linspace(0, math.tau, steps, endpoint=False)[None]
    x, y = radii[0] * shaped(np.cos(t)) * shaped(np.cos(a)), radii[1] * shaped(np.cos(t)) * shaped(np.sin(a))
    points = np.stack([x, y, radii[2] * shaped(np.sin(t)) * np.ones_like(a)], 2)
    return weld(grid(points + np.array(at), material, close_across=True))
