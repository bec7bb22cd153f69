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
    <div ref={anchor} className="load-more">
      <Button variant="outlined" className="ink" aria-busy={loading} onClick={() => !loading && onLoad()}>
        {loading ? 'Loading more...' : 'Load more'}
      </Button>
    </div>
  );
}
