import type { ComponentType } from 'react';
import { lazyModule } from '../lib/lazyModule';
import { newVersion, reloadFor } from '../lib/servedVersion';
import { Loaded } from '../ui/lazyComponent';
import { ModuleBoundary } from '../ui/ModuleBoundary';
import { ErrorPage } from '../ui/ErrorPage';

interface LazyPage<Props> {
  (props: Props): React.ReactNode;
  /** Prefetches the page. */
  readonly load: () => Promise<void>;
}

/**
 * A page in its own chunk. The module has no other exports, whose names would be in the entry chunk. If a new version has
 * replaced the chunk, the browser loads the requested address.
 */
export function lazyPage<Props extends object>(
  importPage: () => Promise<Readonly<Record<string, ComponentType<Props>>>>,
): LazyPage<Props> {
  const importOnly = async () => ({ Page: Object.values(await importPage())[0] as ComponentType<Props> });
  const module = lazyModule(importOnly, {
    // Suspends until the new version is loaded.
    onMissing: async () => {
      const version = newVersion();
      if (version !== undefined && reloadFor(version)) await new Promise(() => undefined);
    },
  });
  const Page = (props: Props) => (
    <ModuleBoundary
      module={module}
      renderError={({ retryOrReload, isRetrying }) => (
        <ErrorPage
          title="This page could not be loaded"
          text="The connection was lost on the way, or the shop has just been renewed."
          onRetry={retryOrReload}
          isRetrying={isRetrying}
        />
      )}
    >
      <Loaded module={module} name="Page" props={props} />
    </ModuleBoundary>
  );
  return Object.assign(Page, { load: async () => void (await module.load()) });
}
