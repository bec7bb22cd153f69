import { type Dispatch, type SetStateAction, useState } from 'react';

/**
 * State of one's own that starts again from `value` whenever that changes, unless it is `held` just then: for controls
 * that run ahead of their source.
 */
export function useFollowing<T>(value: T, held = false): [T, Dispatch<SetStateAction<T>>] {
  const [followed, setFollowed] = useState(value);
  const [own, setOwn] = useState(value);
  if (!Object.is(followed, value)) {
    setFollowed(value);
    if (held) return [own, setOwn];
    setOwn(value);
    return [value, setOwn];
  }
  return [own, setOwn];
}
