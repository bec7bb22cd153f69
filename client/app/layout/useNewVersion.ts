import { useEffect, useRef } from 'react';
import { newVersion, onNewVersion, reloadFor } from '../../lib/servedVersion';
import { toast } from '../../ui/toast';

const offeredFor = 15_000;

function offerReload(): void {
  const run = () => location.reload();
  toast('The shop has been renewed meanwhile', 'success', offeredFor, { label: 'Reload', run });
}

/** Once a new version is found, the next navigation loads it; a page with typed text is not reloaded. */
export function useNewVersion(pathname: string): void {
  const shown = useRef(pathname);
  useEffect(() => onNewVersion(offerReload), []);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const version = newVersion();
    if (version !== undefined) reloadFor(version);
  }, [pathname]);
}
