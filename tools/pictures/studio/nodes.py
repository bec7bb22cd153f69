"""Shader node graphs written as expressions: every method returns the socket it made."""

import bpy


class Nodes:
    def __init__(self, owner):
        self.tree = owner.node_tree
        self.nodes = self.tree.nodes

    def __call__(self, kind, output=0, props=None, **inputs):
        """A node; inputs by name (spaces as _) or by number as _0, _1."""
        node = self.nodes.new('ShaderNode' + kind)
        for name, value in (props or {}).items():
            setattr(node, name, value)
        for name, value in inputs.items():
            socket = node.inputs[int(name[1:])] if name[0] == '_' else node.inputs[name.replace('_', ' ')]
            self.put(socket, value)
        return node.outputs[output]

    def put(self, socket, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, socket)
        elif isinstance(value, tuple) and len(value) == 3 and socket.type == 'RGBA':
            socket.default_value = (*value, 1)
        else:
            socket.default_value = value

    def math(self, operation, a, b=0.0):
        return self('Math', props={'operation': operation}, _0=a, _1=b)

    def sum(self, a, b):
        return self.math('ADD', a, b)

    def times(self, a, b):
        return self.math('MULTIPLY', a, b)

    def ramp(self, value, stops):
        """Stops are (position, grey or colour)."""
        node = self.nodes.new('ShaderNodeValToRGB')
        self.put(node.inputs[0], value)
        elements = node.color_ramp.elements
        while len(elements) < len(stops):
            elements.new(0.5)
        for element, (position, colour) in zip(elements, stops):
            element.position = position
            element.color = (*colour, 1) if isinstance(colour, tuple) else (colour, colour, colour, 1)
        return node.outputs[0]

    def blend(self, share, a, b):
        return self('MixRGB', _0=share, _1=a, _2=b)

    def position(self, scale=(1, 1, 1)):
        return self('Mapping', Vector=self('TexCoord', output=3), Scale=scale)

    def uv(self, scale=(1, 1, 1)):
        """UV are centimetres on the surface."""
        return self('Mapping', Vector=self('TexCoord', output=2), Scale=scale)

    def split(self, vector):
        node = self.nodes.new('ShaderNodeSeparateXYZ')
        self.put(node.inputs[0], vector)
        return node.outputs

    def noise(self, at, scale, detail=4, rough=0.5):
        return self('TexNoise', Vector=at, Scale=scale, Detail=detail, Roughness=rough)

    def cells(self, at, scale, feature='F1'):
        return self('TexVoronoi', props={'feature': feature}, Vector=at, Scale=scale)

    def bump(self, height, distance, strength=1.0):
        return self('Bump', Height=height, Distance=distance, Strength=strength)

    def translucent(self, share, colour):
        """Lets a share of the light through the finished surface."""
        surface = self.nodes['Principled BSDF'].outputs[0]
        through = self('BsdfTranslucent', Color=colour)
        self.put(self.nodes['Material Output'].inputs[0], self('MixShader', _0=share, _1=surface, _2=through))
