import { type ComponentType, type ReactNode, Suspense, use } from 'react';
import type { LazyModule } from '../lib/lazyModule';
import { MissingPart } from './MissingPart';
import { type Missing, ModuleBoundary } from './ModuleBoundary';

type Exports<Name extends string, Props> = { readonly [Key in Name]: ComponentType<Props> };

interface Options<Props> {
  /** As a sentence names it: 'The cart'. */
  title: string;
  waiting?: ReactNode;
  /** For what stands above the page: when it is open, and how it is closed. */
  overlay?: (props: Props) => { isOpen: boolean; close: () => void };
  /** What does without the part, and may look for it again when it is needed anew. */
  instead?: (props: Props, lookAgain: () => void) => ReactNode;
}

/** What is drawn of a lazy module; suspends until it has arrived. */
export function Loaded<Name extends string, Props extends object>({
  module,
  name,
  props,
}: {
  module: LazyModule<Exports<Name, Props>>;
  name: Name;
  props: Props;
}) {
  const Content: ComponentType<Props> = (module.loaded() ?? use(module.attempt()))[name];
  return <Content {...props} />;
}

/** A component in a chunk of its own. While it is missing the page says so in its place. */
export function lazyComponent<Name extends string, Props extends object>(
  module: LazyModule<Exports<Name, Props>>,
  name: Name,
  { title, waiting = null, overlay, instead }: Options<Props>,
): ComponentType<Props> {
  return function LazyComponent(props) {
    const renderMissing = ({ tryAgain, lookAgain, isTrying }: Missing) =>
      instead ? instead(props, lookAgain) : <MissingPart {...{ title, tryAgain, isTrying }} {...overlay?.(props)} />;
    return (
      <ModuleBoundary module={module} renderMissing={renderMissing}>
        <Suspense fallback={waiting}>
          <Loaded module={module} name={name} props={props} />
        </Suspense>
      </ModuleBoundary>
    );
  };
}
