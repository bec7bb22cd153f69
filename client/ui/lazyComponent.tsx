import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import type { LazyModule } from '../lib/lazyModule';
import { LoadErrorNotice } from './LoadErrorNotice';
import { ModuleBoundary, type ModuleFailure } from './ModuleBoundary';

type Exports<Name extends string, Props> = { readonly [Key in Name]: ComponentType<Props> };

interface Options<Props> {
  /** The subject of the error message: 'The cart'. */
  title: string;
  loading?: ReactNode;
  /** For overlays. */
  overlay?: (props: Props) => { isOpen: boolean; close: () => void };
  /** Shown instead of the error message. */
  fallback?: (props: Props, retry: () => void) => ReactNode;
}

/** Suspends until the module is loaded. */
export function Loaded<Name extends string, Props extends object>({
  module,
  name,
  props,
}: {
  module: LazyModule<Exports<Name, Props>>;
  name: Name;
  props: Props;
}) {
  const Content: ComponentType<Props> = use(module.attempt())[name];
  return <Content {...props} />;
}

/** A component in its own chunk, with an error message in its place when it cannot be loaded. */
export function lazyComponent<Name extends string, Props extends object>(
  module: LazyModule<Exports<Name, Props>>,
  name: Name,
  { title, loading = null, overlay, fallback }: Options<Props>,
): ComponentType<Props> {
  return function LazyComponent(props) {
    const renderError = ({ retryOrReload, retry, isRetrying }: ModuleFailure) =>
      fallback ? (
        fallback(props, retry)
      ) : (
        <LoadErrorNotice title={title} onRetry={retryOrReload} isRetrying={isRetrying} {...overlay?.(props)} />
      );
    return (
      <ModuleBoundary module={module} renderError={renderError}>
        <Suspense fallback={loading}>
          <Loaded module={module} name={name} props={props} />
        </Suspense>
      </ModuleBoundary>
    );
  };
}
