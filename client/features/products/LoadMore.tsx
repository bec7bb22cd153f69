import Button from '@mui/material/Button';
import { useEffect, useRef } from 'react';

interface Props {
  loading: boolean;
  onLoad: () => void;
  /** Coming near is enough. */
  byItself: boolean;
}

/** The first pages come by themselves while one scrolls; then a button, so that the footer can be reached (decision 20). */
export function LoadMore({ loading, onLoad, byItself }: Props) {
  const anchor = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = anchor.current;
    if (!element || loading || !byItself) return undefined;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onLoad(), { rootMargin: '600px' });
    observer.observe(element);
    return () => observer.disconnect();
  }, [loading, onLoad, byItself]);
  return (
    <div ref={anchor} className="load-more">
      <Button variant="outlined" className="ink" aria-busy={loading} onClick={() => !loading && onLoad()}>
        {loading ? 'Loading more...' : 'Load more'}
      </Button>
    </div>
  );
}
