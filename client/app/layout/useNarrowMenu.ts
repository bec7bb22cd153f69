import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCloseOnBack } from '../../ui/useCloseOnBack';

type Part = 'search' | 'menu';

/** What of the narrow header is open: the search alone, or the menu, which has the search too. */
export function useNarrowMenu(here: string, region: RefObject<HTMLElement | null>) {
  // Open on this very page: going anywhere closes it.
  const [opened, setOpened] = useState<{ part: Part; at: string }>();
  const part = opened?.at === here ? opened.part : undefined;
  const opener = useRef<HTMLElement>(null);
  const close = () => setOpened(undefined);
  useCloseOnBack(part !== undefined, close);

  function toggle(wanted: Part, event: MouseEvent<HTMLElement>) {
    opener.current = event.currentTarget;
    // A phone shows its keyboard only for a focus within the touch itself.
    flushSync(() => setOpened(part === wanted ? undefined : { part: wanted, at: here }));
    if (wanted === 'search') region.current?.querySelector('input')?.focus();
  }

  function closeByKey({ key }: KeyboardEvent) {
    if (key !== 'Escape') return;
    close();
    opener.current?.focus();
  }

  return { part, close, toggle, closeByKey };
}
