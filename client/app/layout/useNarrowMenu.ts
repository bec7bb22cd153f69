import { type KeyboardEvent, type MouseEvent, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useCloseOnBack } from '../../ui/useCloseOnBack';

type Part = 'search' | 'menu';

/** What is open in the narrow header: only the search, or the menu, which contains it. */
export function useNarrowMenu(here: string, region: RefObject<HTMLElement | null>) {
  // Open on the current location only: any navigation closes it.
  const [opened, setOpened] = useState<{ part: Part; at: string }>();
  const part = opened?.at === here ? opened.part : undefined;
  const opener = useRef<HTMLElement>(null);
  const close = () => setOpened(undefined);
  useCloseOnBack(part !== undefined, close);

  function toggle(wanted: Part, event: MouseEvent<HTMLElement>) {
    opener.current = event.currentTarget;
    // Phones open the keyboard only for a focus within the touch event itself.
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
