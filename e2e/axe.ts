import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOptions } from 'axe-core';

const source = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The violations that axe finds on the page (E16), one line for each rule. */
export async function axeViolations(page: Page): Promise<string[]> {
  return violationsOf(page, { runOnly: rules });
}

/** Only the colour rules: the others cannot change with the colour scheme. */
export async function axeColorViolations(page: Page): Promise<string[]> {
  return violationsOf(page, { runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } });
}

async function violationsOf(page: Page, options: RunOptions): Promise<string[]> {
  // The document keeps axe: evaluating its half megabyte takes as long as a run.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async (asked) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, {
      ...asked,
      // Only violations are needed. There are no frames of other origins, and the frame of a message runs no scripts,
      // so axe would get no response.
      resultTypes: ['violations'],
      selectors: false,
      iframes: false,
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, options);
}
