import { type Dispatch, type SetStateAction, useState } from 'react';

/**
 * State that resets to `value` whenever that changes, unless `isPaused`: for controls that are ahead of their source.
 */
export function useSyncedState<T>(value: T, isPaused = false): [T, Dispatch<SetStateAction<T>>] {
  const [synced, setSynced] = useState(value);
  const [own, setOwn] = useState(value);
  if (!Object.is(synced, value)) {
    setSynced(value);
    if (isPaused) return [own, setOwn];
    setOwn(value);
    return [value, setOwn];
  }
  return [own, setOwn];
}
