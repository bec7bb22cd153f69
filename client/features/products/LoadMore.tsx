import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useNearViewport } from '../../ui/useNearViewport';

interface Props {
  loading: boolean;
  onLoad: () => void;
  /** Loads when scrolled near. */
  isAutomatic: boolean;
}

/** The first pages load while scrolling, the others on a click, so that the footer stays reachable (decision 20). */
export function LoadMore({ loading, onLoad, isAutomatic }: Props) {
  const anchor = useRef<HTMLDivElement>(null);
  useNearViewport(anchor, { isEnabled: isAutomatic && !loading, margin: 600, onNear: onLoad });
  return (
    <Box ref={anchor} sx={{ mt: 5.5, textAlign: 'center' }}>
      <Button variant="ink" aria-busy={loading} onClick={() => !loading && onLoad()}>
        {loading ? 'Loading more...' : 'Load more'}
      </Button>
    </Box>
  );
}
