"""Materials that shine or let light pass."""

import bpy

from colours import linear
from materials.surface import surface
from nodes import Nodes


def glass(colour='#FFFFFF', rough=0.0, refraction=1.45):
    return surface(colour, rough, Transmission=1.0, IOR=refraction)


def glow(colour, strength):
    material = bpy.data.materials.new('glow')
    material.use_nodes = True
    nodes = Nodes(material)
    nodes.put(nodes.nodes['Material Output'].inputs[0], nodes('Emission', Color=linear(colour), Strength=strength))
    return material
