"""Denoising in numpy, because Debian's Blender comes without Open Image Denoise."""

import numpy as np


def box_mean(values, radius):
    for axis in (0, 1):
        padding = [(radius + 1, radius) if axis == each else (0, 0) for each in (0, 1)]
        total = np.cumsum(np.pad(values, padding, mode='edge'), axis=axis, dtype=np.float64)
        count = total.shape[axis]
        upper, lower = range(2 * radius + 1, count), range(0, count - 2 * radius - 1)
        values = (np.take(total, upper, axis) - np.take(total, lower, axis)) / (2 * radius + 1)
    return values.astype(np.float32)


def joint_means(image, albedo, normal, mask, radius=6, patch=1, strength=0.45):
    """Non-local means that mix only pixels of alike albedo, normal and mask."""
    tone = np.log1p(4 * np.maximum(image, 0))
    grey = tone.mean(2)
    variance = box_mean((grey - box_mean(grey, 1)) ** 2, 4) * 1.3 + 2e-6
    total, weights = np.zeros_like(image), np.zeros((*image.shape[:2], 1), np.float32)
    for dy in range(-radius, radius + 1):
        for dx in range(-radius, radius + 1):
            if dx * dx + dy * dy > radius * radius:
                continue
            shifted = lambda values: np.roll(values, (dy, dx), (0, 1))
            distance = box_mean(((tone - shifted(tone)) ** 2).mean(2), patch) - 2 * variance
            unlike = ((albedo - shifted(albedo)) ** 2).sum(2) / 0.0012 + ((normal - shifted(normal)) ** 2).sum(
                2
            ) / 0.006
            unlike += (mask - shifted(mask)) ** 2 * 50
            weight = np.exp(-np.maximum(0, distance) / (strength * variance) * 0.5 - unlike)[..., None]
            total += weight * shifted(image)
            weights += weight
    return total / weights


def denoise(image, albedo, normal, mask):
    """The plain paper takes a stronger hand than the object."""
    clean = joint_means(image, albedo, normal, mask)
    paper = joint_means(clean, albedo, normal, mask, radius=9, patch=2, strength=5.0)
    return np.where(mask[..., None] > 0.5, paper, clean)
