"""The studio: one paper backdrop in the category's tint, one light, one camera, around whatever was built."""

import math

import bpy
import numpy as np
from mathutils import Vector

from colours import TINTS, linear
from materials.surface import surface
from nodes import Nodes
from shapes.mesh import built, grid

LENS, SENSOR = 70, 36


def visible_points():
    graph = bpy.context.evaluated_depsgraph_get()
    clouds = []
    for part in built:
        if part.hide_render:
            continue
        shown = part.evaluated_get(graph)
        mesh = shown.to_mesh()
        flat = np.empty(len(mesh.vertices) * 3)
        mesh.vertices.foreach_get('co', flat)
        matrix = np.array(shown.matrix_world)
        clouds.append(flat.reshape(-1, 3) @ matrix[:3, :3].T + matrix[:3, 3])
        shown.to_mesh_clear()
    return np.vstack(clouds)


def stand_on_floor(points):
    lowest = points[:, 2].min()
    for part in built:
        part.location.z -= lowest
    return points - [0, 0, lowest]


def backdrop(tint, centre, radius):
    curve = [(2.2 + 3.2 * math.sin(a), 3.2 - 3.2 * math.cos(a)) for a in np.linspace(0, math.pi / 2, 24)[1:]]
    outline = [(-14, 0), (2.2, 0), *curve, (5.4, 16)]
    points = [[(centre[0] + x * radius, centre[1] + y * radius, z * radius) for x in (-16, 16)] for y, z in outline]
    paper = surface(tuple(min(0.93, c * 1.02) for c in linear(TINTS[tint])), 0.95, Specular=0.05)
    sheet = grid(points, paper)
    built.remove(sheet)
    sheet.name = 'backdrop'
    sheet.pass_index = 1


def camera_frame(view):
    """Unit vectors from the object to the camera, to its right, and up in the picture."""
    turn, height = map(math.radians, view)
    toward = np.array([-math.sin(turn) * math.cos(height), -math.cos(turn) * math.cos(height), math.sin(height)])
    right = np.cross(-toward, [0, 0, 1])
    right /= np.linalg.norm(right)
    return toward, right, np.cross(right, -toward)


def camera(points, centre, radius, view, fill):
    """fill is the share of the square's side that the object takes."""
    toward, right, up = camera_frame(view)
    aim, distance = centre.copy(), radius * LENS / 12
    for _ in range(12):
        rays = points - (aim + toward * distance)
        depth = rays @ -toward
        x, y = rays @ right / depth * LENS / (SENSOR / 2), rays @ up / depth * LENS / (SENSOR / 2)
        middle = right * (x.max() + x.min()) / 2 + up * (y.max() + y.min()) / 2
        aim += middle * distance * (SENSOR / 2) / LENS
        distance *= max(np.ptp(x), np.ptp(y)) / 2 / fill
    data = bpy.data.cameras.new('camera')
    data.lens, data.sensor_width, data.clip_end, data.clip_start = LENS, SENSOR, 1e5, radius * 0.02
    eye = bpy.data.objects.new('camera', data)
    eye.location = Vector(aim + toward * distance)
    eye.rotation_euler = (Vector(-toward)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.collection.objects.link(eye)
    bpy.context.scene.camera = eye


def lamp(at, target, watts, width, height=None, colour=(1, 1, 1)):
    data = bpy.data.lights.new('lamp', 'AREA')
    data.shape = 'RECTANGLE' if height else 'DISK'
    data.size, data.energy, data.color = width, watts, colour
    if height:
        data.size_y = height
    light = bpy.data.objects.new('lamp', data)
    light.location = at
    light.rotation_euler = (Vector(target) - Vector(at)).to_track_quat('-Z', 'Y').to_euler()
    bpy.context.collection.objects.link(light)


def lights(centre, radius, view, key=1.0, fill_light=1.0):
    """They turn with the camera: the picture's upper left is always the key's side."""
    toward, right, _ = camera_frame(view)
    level = np.array([toward[0], toward[1], 0]) / np.linalg.norm(toward[:2])
    power = radius * radius

    def at(aside, near, high):
        return centre * [1, 1, 0] + (right * aside + level * near + np.array([0, 0, high])) * radius

    lamp(at(-2.9, 2.2, 3.7), centre, 430 * key * power, 2.4 * radius)
    lamp(at(-2.7, 1.0, 1.45), centre * [1, 1, 0.9], 75 * key * power, 1.0 * radius, 2.8 * radius)
    lamp(at(4.4, 1.6, 1.5), centre, 26 * fill_light * power, 3.0 * radius, 3.4 * radius, (1, 0.985, 0.96))
    lamp(at(0.8, -2.6, 4.2), centre, 80 * power, 3.2 * radius, 1.0 * radius, (0.97, 0.985, 1))
    # Lifts the paper behind to the tone of the floor, a little more on the side away from the key.
    lamp(at(0.5, -1.2, 6.0), at(1.2, -6.0, 2.2), 560 * power, 5.0 * radius)


def surroundings():
    world = bpy.data.worlds.new('world')
    bpy.context.scene.world = world
    world.use_nodes = True
    nodes = Nodes(world)
    height = nodes.split(nodes('TexCoord'))[2]
    sky = nodes.ramp(nodes.sum(nodes.times(height, 0.5), 0.5), [(0.45, 0.05), (0.62, 0.20), (1.0, 0.42)])
    nodes.put(nodes.nodes['Background'].inputs[0], sky)
    nodes.put(nodes.nodes['Background'].inputs[1], 1.0)


def stage(tint, view, fill=0.72, **light):
    bpy.context.view_layer.update()
    points = stand_on_floor(visible_points())
    low, high = points.min(0), points.max(0)
    centre, radius = (low + high) / 2, np.linalg.norm(high - low) / 2
    backdrop(tint, centre, radius)
    camera(points, centre, radius, view, fill)
    lights(centre, radius, view, **light)
    surroundings()
