const concurrency = 8;

/**
 * Maps items concurrently; results keep the order of the items. Items with the same key run sequentially. After a
 * failure nothing new is started and what is in flight is awaited, so that nothing runs on after the rejection.
 */
export async function mapByKey<T, R>(
  items: readonly T[],
  keyOf: (item: T) => string,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const lanes = new Map<string, (readonly [item: T, index: number])[]>();
  for (const [index, item] of items.entries()) {
    const key = keyOf(item);
    lanes.set(key, [...(lanes.get(key) ?? []), [item, index]]);
  }
  const waiting = [...lanes.values()];
  const results: R[] = [];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let lane = waiting.shift(); lane; lane = waiting.shift()) {
      for (const [item, index] of lane) {
        if (failures.length > 0) return;
        results[index] = await work(item);
      }
    }
  };
  const caught = () => worker().catch((error: unknown) => void failures.push(error));
  await Promise.all(Array.from({ length: concurrency }, caught));
  if (failures.length > 0) throw failures[0];
  return results;
}
