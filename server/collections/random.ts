export type Random = ReturnType<typeof createRandom>;

/** A small deterministic generator (mulberry32): the same seed gives the same data on every machine. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** In [0, 1). */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** An integer in [0, limit). */
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0] };
}
