import { findNewVersion } from './servedVersion';

/** A chunk, or a stylesheet that it needs, could not be loaded. */
export class ModuleLoadError extends Error {
  override name = 'ModuleLoadError';

  /**
   * True when the browser has cached the failed import: the file is available, but only a page reload can load it. An import
   * from another URL would create a second instance of the module.
   */
  async isCachedByBrowser(): Promise<boolean> {
    const { message = '' } = this.cause instanceof Error ? this.cause : {};
    const address = message.split(/\s/).find((word) => /^https?:/.test(word) && word.endsWith('.js'));
    if (address === undefined) return false;
    return fetch(address, { cache: 'no-cache' }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

/** A dynamic import that can be retried. */
export interface LazyModule<Content> {
  /** For event handlers: starts a new attempt unless one is in flight. */
  readonly load: () => Promise<Content>;
  /** Ignores failures, which show at `load`. */
  readonly prefetch: () => void;
  /** For rendering with `use`, which needs the same promise each time: a rejected one stays until `forgetFailure` or `load`. */
  readonly attempt: () => Promise<Content>;
  readonly forgetFailure: () => void;
}

/**
 * The only allowed dynamic import (`kiosk/lazy-modules` in eslint.config.js). Concurrent callers share one attempt; failures are
 * not cached, as React.lazy, browsers and promises do.
 */
export function lazyModule<Content>(
  importModule: () => Promise<Content>,
  { onMissing }: { onMissing?: () => Promise<void> } = {},
): LazyModule<Content> {
  let current: Promise<Content> | undefined;
  let hasFailed = false;

  const attempt = () => {
    if (current) return current;
    hasFailed = false;
    const started = importAfterStylesheets(importModule, onMissing);
    started.then(
      // As React's `use` marks a promise it has awaited: a prefetched module renders without suspending.
      (value) => Object.assign(started, { status: 'fulfilled', value }),
      () => (hasFailed = true),
    );
    current = started;
    return started;
  };
  const forgetFailure = () => {
    if (hasFailed) current = undefined;
  };
  const load = () => {
    forgetFailure();
    return attempt();
  };
  return {
    load,
    prefetch: () => void load().catch(() => undefined),
    attempt,
    forgetFailure,
  };
}

async function importAfterStylesheets<Content>(
  importModule: () => Promise<Content>,
  onMissing: (() => Promise<void>) | undefined,
): Promise<Content> {
  try {
    await reloadFailedStylesheets();
    return await importModule();
  } catch (error) {
    // An error that the module itself throws is not a load error.
    if (!isLoadError(error)) throw error;
    await findNewVersion();
    await onMissing?.();
    throw new ModuleLoadError('A part of the page could not be loaded', { cause: error });
  }
}

/** The messages of browsers, and of Vite for stylesheets. */
const isLoadError = (error: unknown): boolean =>
  error instanceof StylesheetLoadError ||
  (error instanceof Error &&
    /dynamically imported module|Importing a module script|Unable to preload CSS/.test(error.message));

class StylesheetLoadError extends Error {}

/** client/index.html marks failed stylesheets; neither the browser nor Vite fetches them again. */
async function reloadFailedStylesheets(): Promise<void> {
  if (typeof document === 'undefined') return;
  const failed = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][data-failed]');
  await Promise.all(
    Array.from(failed, (link) => {
      const replacement = link.cloneNode() as HTMLLinkElement;
      replacement.removeAttribute('data-failed');
      return new Promise<void>((resolve, reject) => {
        replacement.addEventListener('load', () => resolve());
        replacement.addEventListener('error', () => reject(new StylesheetLoadError(link.href)));
        link.replaceWith(replacement);
      });
    }),
  );
}
