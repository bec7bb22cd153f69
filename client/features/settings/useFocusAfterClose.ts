import { useEffect, useRef } from 'react';

/**
 * Where the focus goes on when a zone's form is closed: to what opens it, once that is there again, else to what adds a zone. The
 * answer takes the id of the closed one, null for none.
 */
export function useFocusAfterClose(isOpen: boolean) {
  const add = useRef<HTMLButtonElement>(null);
  const closed = useRef<string | null>(undefined);
  useEffect(() => {
    if (isOpen || closed.current === undefined) return;
    const id = closed.current;
    closed.current = undefined;
    const button = id === null ? null : document.querySelector<HTMLElement>(`[data-edits="${CSS.escape(id)}"]`);
    (button ?? add.current)?.focus();
  }, [isOpen]);
  return { add, remember: (id: string | null) => void (closed.current = id) };
}
