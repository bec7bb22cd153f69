/** The entry's name holds the hash of everything the storefront is made of: another name is another version. */
const entry = /\/assets\/index-[\w-]+\.js/;
const reloadedFor = 'kiosk-reloaded-for';
let found: string | undefined;
const listeners = new Set<() => void>();

function runningVersion(): string | undefined {
  const script = document.querySelector('script[src*="/assets/index-"]');
  return entry.exec(script?.getAttribute('src') ?? '')?.[0];
}

/** The version that the shop serves now, where it is another than the running one. */
export async function findNewVersion(): Promise<string | undefined> {
  const running = runningVersion();
  if (running === undefined) return undefined;
  try {
    const answer = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } });
    const served = entry.exec(answer.ok ? await answer.text() : '')?.[0];
    if (served === undefined || served === running || served === found) return found;
    found = served;
    for (const listener of listeners) listener();
  } catch {
    // Without a network nothing is known of another version.
  }
  return found;
}

/** What `findNewVersion` has found. */
export const newVersion = (): string | undefined => found;

export function onNewVersion(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Once for each version: where an old server answers the reload, another one would not end. */
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
