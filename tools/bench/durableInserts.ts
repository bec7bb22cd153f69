import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatedProducts } from '../../server/collections/generated';
import type { ProductDocument } from '../../server/products/products.repository';
import { median } from './measure';

const syncs = 200;

/** Milliseconds of an fsync of one page beside the database files. */
export function syncMs(): number {
  const folder = mkdtempSync(join(tmpdir(), 'kiosk-sync-'));
  const file = openSync(join(folder, 'file'), 'w');
  const page = Buffer.alloc(4_096, 1);
  try {
    const times = Array.from({ length: syncs }, (_, number) => {
      writeSync(file, page, 0, page.length, (number % 64) * page.length);
      const startedAt = performance.now();
      fdatasyncSync(file);
      return performance.now() - startedAt;
    });
    return median(times);
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Durable inserts a second, by writers that wait for each acknowledgement. */
export async function insertsPerSecond(
  insert: (product: ProductDocument) => Promise<unknown>,
  { writers, seconds, from }: { writers: number; seconds: number; from: number },
): Promise<{ perSecond: number; inserted: number }> {
  let next = from;
  const startedAt = performance.now();
  const until = startedAt + seconds * 1_000;
  const write = async () => {
    while (performance.now() < until) {
      const [product] = generatedProducts(next, ++next, 0);
      if (product) await insert(product);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const inserted = next - from;
  return { inserted, perSecond: inserted / ((performance.now() - startedAt) / 1_000) };
}
