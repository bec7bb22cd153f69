import { type ComponentType, lazy, useState } from 'react';

export interface LazyPage {
  (): React.ReactNode;
  /** Ahead of its first use, so that this need not wait. */
  readonly load: () => Promise<void>;
}

/** A page in a chunk of its own, by the name under which its module exports it. */
export function lazyPage<Name extends string>(
  load: () => Promise<{ readonly [Key in Name]: ComponentType }>,
  name: Name,
): LazyPage {
  let Loaded: ComponentType | undefined;
  const loadOnce = async () => (Loaded ??= (await load())[name]);
  const Waiting = lazy(async () => ({ default: await loadOnce() }));
  function Page() {
    // The same for the life of the page.
    const [Ready] = useState(() => Loaded);
    return Ready ? <Ready /> : <Waiting />;
  }
  return Object.assign(Page, { load: async () => void (await loadOnce()) });
}
