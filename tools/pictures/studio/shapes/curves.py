"""Curves and outlines as numpy arrays of points (centimetres, z up)."""

import math

import numpy as np


def lengths(points):
    """Length along a polyline up to each of its points."""
    return np.r_[0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))]


def evenly(points, count, endpoint=True):
    along = lengths(points)
    wanted = np.linspace(0, along[-1], count, endpoint=endpoint)
    return np.stack([np.interp(wanted, along, points[:, axis]) for axis in range(points.shape[1])], 1)


def resample(points, count, closed=True):
    """Even spacing along a polyline; straight runs stay straight."""
    points = np.asarray(points, float)
    return evenly(np.vstack([points, points[:1]]) if closed else points, count, endpoint=not closed)


def spline(points, count=64, closed=False):
    """Smooth curve through points of any dimension, evenly spaced."""
    p = np.asarray(points, float)
    ends = np.vstack([p[-1:], p, p[:2]]) if closed else np.vstack([2 * p[0] - p[1], p, 2 * p[-1] - p[-2]])
    t = np.linspace(0, 1, 24, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in (ends[i : i + 4] for i in range(len(p) if closed else len(p) - 1)):
        pieces.append(0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3))
    return evenly(np.vstack([*pieces, p[:1] if closed else p[-1:]]), count, endpoint=not closed)


def periodic(at, points, u):
    """Closed curve that passes points at the parameters `at` (0..1), read at u: rings that match for lofts."""
    at, p, u = np.asarray(at, float), np.asarray(points, float), np.asarray(u, float) % 1
    knots, values = np.r_[at - 1, at, at + 1], np.vstack([p, p, p])
    slope = np.gradient(values, knots, axis=0)
    i = np.clip(np.searchsorted(knots, u, 'right') - 1, 0, len(knots) - 2)
    width = knots[i + 1] - knots[i]
    t, width = ((u - knots[i]) / width)[..., None], width[..., None]
    start = (2 * t**3 - 3 * t**2 + 1) * values[i] + (t**3 - 2 * t**2 + t) * width * slope[i]
    return start + (3 * t**2 - 2 * t**3) * values[i + 1] + (t**3 - t**2) * width * slope[i + 1]


def profile(points, radius=0.2, steps=5):
    """Polyline [(x, y[, radius])...] with rounded corners; for lathes and sections."""
    out = []
    for i, point in enumerate(points):
        corner = np.array(point[:2], float)
        wanted = point[2] if len(point) > 2 else radius
        if i in (0, len(points) - 1) or wanted <= 0:
            out.append(corner)
            continue
        before, after = np.array(points[i - 1][:2]) - corner, np.array(points[i + 1][:2]) - corner
        room_before, room_after = np.linalg.norm(before), np.linalg.norm(after)
        reach = min(wanted, room_before * 0.49, room_after * 0.49)
        start, end = corner + before / room_before * reach, corner + after / room_after * reach
        out += [(1 - t) ** 2 * start + 2 * t * (1 - t) * corner + t * t * end for t in np.linspace(0, 1, steps)]
    return np.array(out)


def circle(radius, count=20, second_radius=None):
    a = np.linspace(0, math.tau, count, endpoint=False)
    return np.stack([radius * np.cos(a), (second_radius or radius) * np.sin(a)], 1)


def rounded(width, height, radius, steps=5):
    """Rounded rectangle around 0."""
    x, y = width / 2 - radius, height / 2 - radius
    out = []
    for cx, cy, quarter in ((x, y, 0), (-x, y, 1), (-x, -y, 2), (x, -y, 3)):
        for a in np.linspace(0, math.pi / 2, steps) + quarter * math.pi / 2:
            out.append((cx + radius * math.cos(a), cy + radius * math.sin(a)))
    return np.array(out)


def arc(radius, start, end, count=60, plane='xy', at=(0, 0, 0)):
    """Part of a circle (degrees) in a plane named by its axes."""
    a = np.radians(np.linspace(start, end, count))
    out = np.zeros((count, 3))
    out[:, 'xyz'.index(plane[0])], out[:, 'xyz'.index(plane[1])] = radius * np.cos(a), radius * np.sin(a)
    return out + np.array(at)
