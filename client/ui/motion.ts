import { type PointerEvent, type RefObject, useLayoutEffect } from 'react';
import { lazyModule } from '../lib/lazyModule';
import { useMediaQuery } from './useMediaQuery';

/** In its own chunk: pages do not wait for it, and without it nothing is animated. */
const motion = lazyModule(() => import('framer-motion/dom/mini').then(({ animate }) => animate));
const notAnimated = () => undefined;

const useReducedMotion = () => useMediaQuery(() => '(prefers-reduced-motion: reduce)');

interface Scaling {
  readonly scale: number;
  /** Seconds. */
  readonly duration: number;
}

/** Handlers that scale a control up under the pointer and down while it is pressed. */
export function useHoverAndPress(hover: Scaling, press: Scaling) {
  const isReduced = useReducedMotion();
  const to = (scale: number, duration: number) => (event: PointerEvent<HTMLElement>) => {
    const { currentTarget, pointerType, type } = event;
    if (isReduced || (pointerType === 'touch' && type === 'pointerenter')) return;
    motion.load().then((animate) => void animate(currentTarget, { scale }, { duration, ease: 'easeOut' }), notAnimated);
  };
  return {
    onPointerEnter: to(hover.scale, hover.duration),
    onPointerLeave: to(1, hover.duration),
    onPointerDown: to(press.scale, press.duration),
    onPointerUp: (event: PointerEvent<HTMLElement>) =>
      to(event.pointerType === 'touch' ? 1 : hover.scale, press.duration)(event),
    onPointerCancel: to(1, press.duration),
  };
}

/** The entrance of all elements of a selector, staggered. */
export interface EntranceStep {
  readonly selector: string;
  readonly duration: number;
  readonly delay: number;
  readonly stagger?: number;
}

/** Fades and slides the parts of `root` in on client-side navigation; `skip` where CSS does it. */
export function useEntrance(root: RefObject<HTMLElement | null>, steps: readonly EntranceStep[], skip: boolean): void {
  const isReduced = useReducedMotion();
  useLayoutEffect(() => {
    if (skip || isReduced || !root.current) return undefined;
    const parts = steps.flatMap(({ selector, duration, delay, stagger = 0 }) =>
      [...(root.current?.querySelectorAll<HTMLElement>(selector) ?? [])].map((element, index) => ({
        element,
        options: { duration, delay: delay + index * stagger, ease: 'easeOut' as const },
      })),
    );
    const show = () => parts.forEach(({ element }) => (element.style.opacity = ''));
    const running: { cancel: () => void }[] = [];
    let isCancelled = false;
    for (const { element } of parts) element.style.opacity = '0';
    motion.load().then((animate) => {
      if (isCancelled) return;
      for (const { element, options } of parts) {
        running.push(
          animate(element, { opacity: [0, 1], transform: ['translateY(20px)', 'translateY(0px)'] }, options),
        );
      }
    }, show);
    return () => {
      isCancelled = true;
      for (const animation of running) animation.cancel();
      show();
    };
  }, [root, steps, skip, isReduced]);
}
