/** The entry's file name contains the hash of the whole storefront: another name is another version. */
const entry = /\/assets\/index-[\w-]+\.js/;
const reloadedFor = 'kiosk-reloaded-for';
let found: string | undefined;
const listeners = new Set<() => void>();

function runningVersion(): string | undefined {
  const script = document.querySelector('script[src*="/assets/index-"]');
  return entry.exec(script?.getAttribute('src') ?? '')?.[0];
}

/** The version that the shop serves now if it differs from the running one. */
export async function findNewVersion(): Promise<string | undefined> {
  const running = runningVersion();
  if (running === undefined) return undefined;
  try {
    const response = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const served = entry.exec(response.ok ? await response.text() : '')?.[0];
    if (served === undefined || served === running || served === found) return found;
    found = served;
    for (const listener of listeners) listener();
  } catch {
    // Offline.
  }
  return found;
}

/** The last result of `findNewVersion`. */
export const newVersion = (): string | undefined => found;

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** At most once per version: an old server behind a load balancer could cause an endless loop of reloads. */
export function reloadFor(version: string): boolean {
  try {
    if (sessionStorage.getItem(reloadedFor) === version) return false;
    sessionStorage.setItem(reloadedFor, version);
  } catch {
    return false;
  }
  location.reload();
  return true;
}
