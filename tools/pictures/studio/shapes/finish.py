"""Modifiers: edges, thickness, fusing, cutting."""

import math


def modify(part, kind, **settings):
    modifier = part.modifiers.new(kind.lower(), kind)
    for name, value in settings.items():
        setattr(modifier, name, value)
    return part


def bevel(part, width, segments=3, angle=30):
    part.data.use_auto_smooth = True
    part.data.auto_smooth_angle = math.radians(35)
    limit = {'limit_method': 'ANGLE', 'angle_limit': math.radians(angle), 'harden_normals': True}
    return modify(part, 'BEVEL', width=width, segments=segments, **limit)


def smooth(part, levels=2):
    return modify(part, 'SUBSURF', levels=levels, render_levels=levels)


def thicken(part, thickness, offset=-1.0):
    return modify(part, 'SOLIDIFY', thickness=thickness, offset=offset, use_rim=True)


def fuse(part, voxel, soften=8):
    """Overlapping parts become one skin with soft seams: castings, clay, bodies."""
    modify(part, 'REMESH', mode='VOXEL', voxel_size=voxel, use_smooth_shade=True)
    return modify(part, 'SMOOTH', factor=0.5, iterations=soften)


def cut(part, tool):
    """Takes the tool's volume away; the tool itself is not seen."""
    tool.hide_render = True
    return modify(part, 'BOOLEAN', operation='DIFFERENCE', object=tool, solver='EXACT')
