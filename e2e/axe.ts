import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** What axe finds wrong with the page as it stands (bar E16), one line for each rule that is broken. */
export async function axeViolations(page: Page): Promise<string[]> {
  return violationsOf(new AxeBuilder({ page }).withTags(rules));
}

/** The same of the rules that look at colours: all that another colour scheme can break of a page that was looked at already. */
export async function axeColorViolations(page: Page): Promise<string[]> {
  return violationsOf(new AxeBuilder({ page }).withRules(['color-contrast', 'link-in-text-block']));
}

async function violationsOf(builder: AxeBuilder): Promise<string[]> {
  // In the page itself: its own way opens a second page for every look, for frames of other origins, which there are none of. Of a frame
  // without scripts axe waits for an answer in vain.
  const { violations } = await builder.setLegacyMode().exclude('iframe[sandbox]').analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
