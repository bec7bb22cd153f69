"""Several products in one picture: each is built as it is for its own, turned as in its first view unless told, and put down."""

import importlib
import json
import os

import bpy

from shapes.arrange import place
from shapes.mesh import built
from studio import visible_points

with open(os.path.join(os.path.dirname(__file__), '../../../../server/demo/pictures/pictures.json'), encoding='utf-8') as file:
    LISTED = json.load(file)
PRODUCTS = {slug: {'things': entry['things']} for slug, entry in LISTED.items() if 'things' in entry}


def put_down(slug, at, turn=None):
    """The middle of its footprint comes to stand at the place."""
    entry = LISTED[slug]
    built.clear()
    model = importlib.import_module(f'models.{entry["model"]}')
    model.build(**model.PRODUCTS[slug])
    place(list(built), turn=(0, 0, entry['views'][0]['turn'] if turn is None else turn))
    bpy.context.view_layer.update()
    points = visible_points()
    low, high = points.min(0), points.max(0)
    middle = (low + high) / 2
    place(list(built), at=(at[0] - middle[0], at[1] - middle[1], -low[2]))
    return list(built)


def build(things):
    parts = [part for thing in things for part in put_down(**thing)]
    built[:] = parts
