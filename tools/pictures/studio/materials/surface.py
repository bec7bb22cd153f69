"""The base of all materials: Blender's principled surface, wired by the caller."""

import bpy

from colours import linear
from nodes import Nodes


def surface(colour, rough=0.5, metal=0, wire=None, **inputs):
    """wire(nodes, sockets, colour) may replace plain inputs by textures; inputs are the surface's, by name."""
    colour = linear(colour)
    material = bpy.data.materials.new('material')
    material.use_nodes = True
    nodes = Nodes(material)
    sockets = nodes.nodes['Principled BSDF'].inputs
    sockets['Base Color'].default_value = (*colour, 1)
    sockets['Roughness'].default_value = rough
    sockets['Metallic'].default_value = metal
    for name, value in inputs.items():
        nodes.put(sockets[name.replace('_', ' ')], value)
    if wire:
        wire(nodes, sockets, colour)
    return material
