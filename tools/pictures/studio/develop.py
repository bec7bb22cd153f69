"""From light to a PNG: the paper meets the category's tint, highlights roll off, sRGB."""

import bpy
import numpy as np

from colours import TINTS, linear

KNEE = 0.80


def shoulder(x):
    return np.where(x < KNEE, x, KNEE + (1 - KNEE) * (1 - np.exp(-(np.maximum(x, KNEE) - KNEE) / (1 - KNEE))))


def inverse_shoulder(y):
    return np.where(y < KNEE, y, KNEE - (1 - KNEE) * np.log(1 - (np.minimum(y, 0.995) - KNEE) / (1 - KNEE)))


def border(mask):
    """The paper in the outer 6 % of the picture."""
    size = len(mask)
    edge = int(size * 0.06)
    ring = np.zeros((size, size), bool)
    ring[:edge] = ring[-edge:] = True
    ring[:, :edge] = ring[:, -edge:] = True
    return ring & (mask > 0.5)


def evened(image, ring, goal):
    """Divides by a smooth surface fitted to the border, as a retoucher evens the paper."""
    size = len(image)
    y, x = np.mgrid[-1 : 1 : size * 1j, -1 : 1 : size * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y, x**3, y**3, x * x * y, x * y * y], -1)
    unevenness = np.log(np.maximum(image[ring].mean(1) / goal.mean(), 0.05))
    weights = np.linalg.lstsq(terms[ring], unevenness, rcond=None)[0]
    return image * np.exp(-np.clip(terms @ weights, -0.7, 0.7) * 0.95)[..., None]


def exposed(image, mask, tint):
    """Exposure and white balance: the border's median is the tint."""
    paper = np.array(linear(TINTS[tint]))
    goal = paper * inverse_shoulder(paper.max()) / paper.max()
    ring = border(mask)
    image = image * (goal / np.median(image[ring], axis=0))
    image = evened(image, ring, goal)
    return image * (goal / np.median(image[ring], axis=0))


def encoded(light):
    # By the largest channel, so that bright paper keeps its hue.
    brightest = np.maximum(light.max(2, keepdims=True), 1e-6)
    rolled = light * shoulder(brightest) / brightest
    signal = np.where(rolled <= 0.0031308, rolled * 12.92, 1.055 * np.maximum(rolled, 1e-6) ** (1 / 2.4) - 0.055)
    return signal + (np.random.default_rng(1).random(light.shape) - 0.5) / 255


def save(signal, path):
    size = len(signal)
    image = bpy.data.images.new('picture', size, size)
    image.colorspace_settings.name = 'Non-Color'
    pixels = np.ones((size, size, 4), np.float32)
    pixels[..., :3] = np.clip(signal, 0, 1)
    image.pixels.foreach_set(pixels.ravel())
    image.filepath_raw, image.file_format = path, 'PNG'
    image.save()


def develop(image, mask, tint, path):
    save(encoded(exposed(image, mask, tint)), path)
