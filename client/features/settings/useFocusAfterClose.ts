import { useEffect, useRef } from 'react';

/**
 * Restores the focus when a zone's form is closed: to the button that opens it, once rendered again, else to the one that adds
 * a zone. The returned function takes the closed zone's id, null for none.
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
