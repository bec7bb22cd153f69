import type { Page } from '@playwright/test';

/** A state of a page, for screenshots and axe. */
export interface State {
  readonly name: string;
  readonly open: (page: Page) => Promise<void>;
  /** Only at this width; otherwise at every width. */
  readonly only?: 'phone' | 'desktop';
  /** The browser's console reports a fault that the state needs. */
  readonly isFault?: true;
}

export const fits = ({ only }: State, width: number): boolean =>
  only === undefined || (only === 'phone') === width < 900;

/** Waits until no animation or transition runs, except endless ones. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (;;) {
      // Transitions start in the frame after the render, those that inherit an animated value in later ones.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
      if (ending.every(({ playState }) => playState === 'finished')) return;
      await Promise.allSettled(ending.map(({ finished }) => finished));
    }
  });

/** Texts in a font that is not the shop's, such as a browser's default for buttons; monospace is allowed. */
export const strayFonts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isOurs = ({ fontFamily }: CSSStyleDeclaration) => /^"?(Figtree|Bricolage)|monospace/.test(fontFamily);
    const hasWords = ({ childNodes }: Element) =>
      [...childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
    return [...document.querySelectorAll<HTMLElement>('body *')]
      .filter((each) => hasWords(each) && each.checkVisibility() && !isOurs(getComputedStyle(each)))
      .map(({ outerHTML }) => outerHTML.slice(0, 200));
  });

/** Delays the client's timeout of 10 s, so that a held call stays pending. Call it before the page loads. */
export const withPatience = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const start = window.setTimeout;
    const patient = (act: () => void, after = 0) => start(act, after === 10_000 ? 600_000 : after);
    Object.assign(window, { setTimeout: patient });
  });
