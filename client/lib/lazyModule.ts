import { findNewVersion } from './servedVersion';

/** The code of a part, or a sheet that it needs, did not arrive. */
export class MissingModule extends Error {
  override name = 'MissingModule';

  /**
   * True where the browser remembers a failed import: the file is there, and only another page load will run it. Importing it
   * under another address would make a second instance of what other modules hold.
   */
  async isRemembered(): Promise<boolean> {
    const { message = '' } = this.cause instanceof Error ? this.cause : {};
    const address = message.split(/\s/).find((word) => /^https?:/.test(word) && word.endsWith('.js'));
    if (address === undefined) return false;
    return fetch(address, { cache: 'no-cache' }).then(
      ({ ok }) => ok,
      () => false,
    );
  }
}

/** Code that is loaded when it is needed, and loaded again after it could not be. */
export interface LazyModule<Content> {
  /** What is there already: nothing has to wait for it. */
  readonly loaded: () => Content | undefined;
  /** For handlers: a new attempt unless one is under way. */
  readonly load: () => Promise<Content>;
  /** Ahead of its use; a failure shows when it is used. */
  readonly prefetch: () => void;
  /** For drawing, which needs the same promise each time: a failed one stays until somebody tries again. */
  readonly attempt: () => Promise<Content>;
  readonly forgetFailure: () => void;
}

/**
 * The only way to a dynamic import (`kiosk/lazy-modules` in eslint.config.js). Callers join one attempt; a failed one is not
 * remembered, as React, browsers and promises would.
 */
export function lazyModule<Content>(
  importModule: () => Promise<Content>,
  { onMissing }: { onMissing?: () => Promise<void> } = {},
): LazyModule<Content> {
  let content: Content | undefined;
  let current: Promise<Content> | undefined;
  let hasFailed = false;

  const attempt = () => {
    if (current) return current;
    hasFailed = false;
    current = importAfterSheets(importModule, onMissing).then(
      (arrived) => (content = arrived),
      (error: unknown) => {
        hasFailed = true;
        throw error;
      },
    );
    return current;
  };
  const forgetFailure = () => {
    if (hasFailed) current = undefined;
  };
  const load = () => {
    forgetFailure();
    return attempt();
  };
  return {
    loaded: () => content,
    load,
    prefetch: () => void load().catch(() => undefined),
    attempt,
    forgetFailure,
  };
}

async function importAfterSheets<Content>(
  importModule: () => Promise<Content>,
  onMissing: (() => Promise<void>) | undefined,
): Promise<Content> {
  try {
    await restoreSheets();
    return await importModule();
  } catch (error) {
    // What the module itself throws is no missing file.
    if (!isMissing(error)) throw error;
    await findNewVersion();
    await onMissing?.();
    throw new MissingModule('A part of the page did not arrive', { cause: error });
  }
}

/** What browsers, and Vite for sheets, say when a file cannot be fetched. */
const isMissing = (error: unknown): boolean =>
  error instanceof MissingSheet ||
  (error instanceof Error &&
    /dynamically imported module|Importing a module script|Unable to preload CSS/.test(error.message));

class MissingSheet extends Error {}

/** A sheet that failed is marked (client/index.html); neither the browser nor Vite fetches it a second time. */
async function restoreSheets(): Promise<void> {
  if (typeof document === 'undefined') return;
  const failed = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"][data-failed]');
  await Promise.all(
    Array.from(failed, (link) => {
      const again = link.cloneNode() as HTMLLinkElement;
      again.removeAttribute('data-failed');
      return new Promise<void>((resolve, reject) => {
        again.addEventListener('load', () => resolve());
        again.addEventListener('error', () => reject(new MissingSheet(link.href)));
        link.replaceWith(again);
      });
    }),
  );
}
