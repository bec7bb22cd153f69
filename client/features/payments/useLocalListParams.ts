import { useState } from 'react';
import type { ListParams } from '../../ui/useListParams';
import { firstPosition, type PagePosition } from '../../ui/pagePosition';

/** Paging of a list whose position is not in the URL, because another list has it. */
export function useLocalListParams(): ListParams {
  const [trail, setTrail] = useState<readonly PagePosition[]>([]);
  const back = () => setTrail((before) => before.slice(0, -1));
  return {
    place: trail.at(-1) ?? firstPosition,
    next: (to) => setTrail((before) => [...before, to]),
    previous: back,
    lost: back,
    first: () => setTrail([]),
  };
}
