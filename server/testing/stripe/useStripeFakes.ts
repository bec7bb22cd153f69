import { startStripeFakes, type StripeFakes } from './startStripeFakes';

/** Fakes that run for the tests of a file or a `describe`, and are there from its `beforeAll` on. */
export function useStripeFakes(): StripeFakes {
  const fakes = {} as { -readonly [name in keyof StripeFakes]: StripeFakes[name] };
  beforeAll(async () => void Object.assign(fakes, await startStripeFakes()), 60_000);
  afterAll(() => fakes.stop());
  return fakes;
}
