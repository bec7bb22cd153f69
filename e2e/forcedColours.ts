import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { settled } from './state';

export interface Picture {
  /** Between its darkest and its lightest point, as WCAG has it. */
  readonly contrast: number;
  readonly pixels: Buffer;
}

const linear = (value: number) => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);

/** How the element is painted, with what lies `around` pixels about it: an outline is no part of its box. */
export async function pictureOf(element: Locator, around = 2): Promise<Picture> {
  const page = element.page();
  await element.scrollIntoViewIfNeeded();
  await page.mouse.move(0, 0);
  await settled(page);
  const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const clip = { x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around };
  const pixels = await sharp(await page.screenshot({ clip }))
    .removeAlpha()
    .raw()
    .toBuffer();
  const lights = Array.from({ length: pixels.length / 3 }, (_, at) =>
    luminance([...pixels.subarray(3 * at, 3 * at + 3)]),
  );
  const [least, most] = lights.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [1, 0]);
  return { contrast: (most + 0.05) / (least + 0.05), pixels };
}

/** The share of points whose colours clearly differ. */
export function difference({ pixels: one }: Picture, { pixels: other }: Picture): number {
  if (one.length !== other.length) return 1;
  const isOther = (at: number) => Math.abs((one[at] ?? 0) - (other[at] ?? 0)) > 64;
  const points = Array.from({ length: one.length / 3 }, (_, point) =>
    [0, 1, 2].some((part) => isOther(3 * point + part)),
  );
  return points.filter(Boolean).length / points.length;
}
