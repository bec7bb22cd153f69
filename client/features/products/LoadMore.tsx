import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useNearViewport } from '../../ui/useNearViewport';
import { VisuallyHidden } from '../../ui/VisuallyHidden';

interface Props {
  /** Its children are the rows. */
  list: RefObject<HTMLElement | null>;
  rows: number;
  hasMore: boolean;
  loading: boolean;
  onLoad: () => void;
  /** Loads when scrolled near. */
  isAutomatic: boolean;
}

/** The first pages load while scrolling, the others on a click, so that the footer stays reachable (decision 20). */
export function LoadMore({ list, rows, hasMore, loading, onLoad, isAutomatic }: Props) {
  const anchor = useRef<HTMLDivElement>(null);
  const before = useRef<number>(undefined);
  const isFocusGiven = useRef(false);
  const [said, say] = useState('');
  useNearViewport(anchor, { isEnabled: hasMore && isAutomatic && !loading, margin: 600, onNear: onLoad });
  // After a click, unless the focus was moved meanwhile: on the last page the button goes.
  useEffect(() => {
    const { activeElement, body } = document;
    const first = before.current;
    if (first === undefined) return;
    if (rows > first && !isFocusGiven.current) {
      isFocusGiven.current = true;
      if (activeElement === body || anchor.current?.contains(activeElement))
        list.current?.children[first]?.querySelector('a')?.focus();
    }
    // More follow a short page (decision 41).
    if (loading) return;
    // Another text each time: the same one again is not announced.
    say(rows > first ? `${first + 1} to ${rows} shown` : '');
    before.current = undefined;
  }, [list, rows, loading]);
  return (
    <Box ref={anchor} sx={{ textAlign: 'center' }}>
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      {hasMore && (
        <Button
          variant="ink"
          sx={{ mt: 5.5 }}
          aria-busy={loading}
          onClick={() => {
            if (loading) return;
            before.current = rows;
            isFocusGiven.current = false;
            onLoad();
          }}
        >
          {loading ? 'Loading more...' : 'Load more'}
        </Button>
      )}
    </Box>
  );
}
