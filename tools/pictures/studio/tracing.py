"""Path tracing to float passes."""

import os

import bpy
import numpy as np

PASSES = {'Image': 'image', 'DiffCol': 'albedo', 'Normal': 'normal', 'IndexOB': 'mask'}


def configure(scene, size, samples):
    render, cycles = scene.render, scene.cycles
    render.engine, cycles.device = 'CYCLES', 'CPU'
    render.resolution_x = render.resolution_y = size
    render.resolution_percentage = 100
    cycles.samples, cycles.adaptive_min_samples, cycles.seed = samples, 32, 0
    cycles.use_adaptive_sampling, cycles.adaptive_threshold = True, 0.012
    cycles.use_denoising = cycles.caustics_reflective = cycles.caustics_refractive = False
    cycles.max_bounces, cycles.diffuse_bounces, cycles.glossy_bounces = 12, 3, 4
    cycles.transmission_bounces = cycles.transparent_max_bounces = 12
    cycles.sample_clamp_indirect, cycles.blur_glossy = 3, 1.0
    layer = scene.view_layers[0]
    layer.use_pass_normal = layer.use_pass_diffuse_color = layer.use_pass_object_index = True


def write_passes_to(scene, folder, stem):
    scene.use_nodes = True
    tree = scene.node_tree
    tree.nodes.clear()
    source, files = tree.nodes.new('CompositorNodeRLayers'), tree.nodes.new('CompositorNodeOutputFile')
    files.base_path = folder
    files.format.file_format, files.format.color_depth = 'OPEN_EXR', '32'
    files.file_slots.clear()
    for socket, name in PASSES.items():
        files.file_slots.new(f'{stem}.{name}.')
        tree.links.new(source.outputs[socket], files.inputs[-1])


def read_pass(path, size):
    image = bpy.data.images.load(path)
    pixels = np.empty(size * size * 4, np.float32)
    image.pixels.foreach_get(pixels)
    bpy.data.images.remove(image)
    os.remove(path)
    return pixels.reshape(size, size, 4)[..., :3].copy()


def trace(path, size, samples):
    """The picture's light, albedo and normals, and a mask of the backdrop, bottom row first."""
    scene = bpy.context.scene
    folder, stem = os.path.dirname(path), os.path.basename(path).rsplit('.', 1)[0]
    configure(scene, size, samples)
    write_passes_to(scene, folder, stem)
    bpy.ops.render.render(write_still=False)
    frame = f'{scene.frame_current:04d}.exr'
    image, albedo, normal, mask = (
        read_pass(os.path.join(folder, f'{stem}.{name}.{frame}'), size) for name in PASSES.values()
    )
    return image, albedo, normal, (mask[..., 0] > 0.5).astype(np.float32)
