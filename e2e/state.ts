import type { Page } from '@playwright/test';

/** One state of one page, as a shopper meets it: screenshots are taken of it and axe looks at it. */
export interface State {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** Only at this width; at every width when left out. */
  readonly only?: 'phone' | 'desktop';
  /** The browser's console tells of the fault that the state needs. */
  readonly isFault?: true;
}

export const fits = ({ only }: State, width: number): boolean =>
  only === undefined || (only === 'phone') === width < 900;

/** Until nothing moves or fades in any more; what turns for ever is let turn. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (;;) {
      // Transitions start with the frame after the render, those of what inherits a value that moves with each of its frames.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      if (ending.every(({ playState }) => playState === 'finished')) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  });

/** Words that are not in the shop's own type, as a browser gives it to a button by itself; code is. */
export const strayFonts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOurs = ({ fontFamily }: CSSStyleDeclaration) => /^"?(Figtree|Bricolage)|monospace/.test(fontFamily);
    const hasWords = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((each) => hasWords(each) && each.checkVisibility() && !isOurs(getComputedStyle(each)))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });

/** Call it first: a call that is held up does not fail after its 10 s, however long the state is looked at. */
export const withPatience = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = window.setTimeout;
    const patient = (act: () => void, after = 0) => start(act, after === 10_000 ? 600_000 : after);
    Object.assign(window, { setTimeout: patient });
  });
