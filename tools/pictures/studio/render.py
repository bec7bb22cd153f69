"""Renders one picture of one product:

    blender -b --factory-startup -t 1 -P render.py -- SLUG VIEW OUT.png [SIZE SAMPLES]

VIEW counts from 1, as in the file names. Below 32 samples it is a draft and stays noisy. `pictures.json` says which
model a product is and how it is seen.
"""

import importlib
import json
import os
import random
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, FOLDER)

import bpy  # noqa: E402

from denoise import denoise  # noqa: E402
from develop import develop  # noqa: E402
from studio import stage  # noqa: E402
from tracing import trace  # noqa: E402


def build(slug, model_name):
    for leftover in list(bpy.data.objects):
        bpy.data.objects.remove(leftover)
    random.seed(1)
    model = importlib.import_module(f'models.{model_name}')
    model.build(**model.PRODUCTS[slug])
    return model


def main():
    slug, view, path, *numbers = sys.argv[sys.argv.index('--') + 1 :]
    size, samples = map(int, numbers or (800, 64))
    with open(os.path.join(FOLDER, '../../../server/demo/pictures/pictures.json'), encoding='utf-8') as file:
        product = json.load(file)[slug]
    seen = product['views'][int(view) - 1]
    model = build(slug, product['model'])
    light = getattr(model, 'LIGHT', {})
    stage(product['category'], (seen['turn'], seen['height']), seen.get('fill', 0.72), **light)
    image, albedo, normal, mask = trace(os.path.abspath(path), size, samples)
    clean = denoise(image, albedo, normal, mask) if samples >= 32 else image
    develop(clean, mask, product['category'], os.path.abspath(path))
    sys.stdout.flush()


if __name__ == '__main__':
    main()
    # Debian's 3.4.1 can crash while it shuts down; the picture is saved by now.
    os._exit(0)
