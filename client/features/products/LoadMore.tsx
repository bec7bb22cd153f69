import Button from '@mui/material/Button';
import { useRef } from 'react';
import { useNearScreen } from '../../ui/useNearScreen';

interface Props {
  loading: boolean;
  onLoad: () => void;
  /** Coming near is enough. */
  byItself: boolean;
}

/** The first pages come by themselves while one scrolls; then a button, so that the footer can be reached (decision 20). */
export function LoadMore({ loading, onLoad, byItself }: Props) {
  const anchor = useRef<HTMLDivElement>(null);
  useNearScreen(anchor, { watch: byItself && !loading, margin: 600, onNear: onLoad });
  return (
    <div ref={anchor} className="load-more">
      <Button variant="outlined" className="ink" aria-busy={loading} onClick={() => !loading && onLoad()}>
        {loading ? 'Loading more...' : 'Load more'}
      </Button>
    </div>
  );
}
