import type { Page } from '@playwright/test';
import axe from 'axe-core';
import type { RunOptions } from 'axe-core';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong with the page as it stands (bar E16), one line for each rule that is broken. */
export async function axeViolations(page: Page): Promise<string[]> {
  return violationsOf(page, { runOnly: rules });
}

/** The same of the rules that look at colours: all that another colour scheme can break of a page that was looked at already. */
export async function axeColorViolations(page: Page): Promise<string[]> {
  return violationsOf(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
}

async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  // A document keeps it: to read half a megabyte of script for each look takes as long as a look.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      ...asked,
      // Of what is right, and of where things are, nothing is told. Frames of other origins there are none, and what is in a message
      // cannot answer: no script runs there.
      resultTypes: ['violations'],
      selectors: false,
      iframes: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}
