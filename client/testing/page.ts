import { screen, waitFor, within } from '@testing-library/dom';
import type { UserEvent } from '@testing-library/user-event';
import { intersectAll } from './browser';

export const main = () => within(screen.getByRole('main'));
export const header = () => within(screen.getByRole('banner'));
export const footer = () => within(screen.getByRole('contentinfo'));

export const field = (label: string) => main().getByLabelText<HTMLInputElement>(label, { selector: 'input, textarea' });
export const findField = (label: string) => main().findByLabelText(label, { selector: 'input, textarea' });

export function submit(): HTMLButtonElement {
  const button = screen.getByRole('main').querySelector<HTMLButtonElement>('button[type="submit"]');
  if (!button) throw new Error('the page has no form');
  return button;
}

/** Replaces the text in one input event. */
export async function fill(user: UserEvent, element: Element, text: string): Promise<void> {
  await user.clear(element);
  if (text !== '') await user.paste(text);
}

/** Fills the fields by label. */
export async function fillForm(user: UserEvent, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await fill(user, field(label), value);
}

/** An element ignores clicks and keys while its last action runs. */
export const waitUntilEnabled = (element: Element) =>
  waitFor(() => {
    expect(element).toBeEnabled();
    expect(element).not.toHaveAttribute('aria-disabled', 'true');
  });

/** Focuses the element, once it is enabled, and presses a key. */
export async function press(user: UserEvent, element: HTMLElement, key: string): Promise<void> {
  await waitUntilEnabled(element);
  element.focus();
  await user.keyboard(key.length > 1 ? `{${key}}` : key);
}

/** Presses Enter on the element, which must have the focus. */
export async function pressFocused(user: UserEvent, find: () => HTMLElement): Promise<void> {
  await waitFor(() => expect(find()).toHaveFocus());
  await press(user, find(), 'Enter');
}

/** Scrolls to the end once the page observes elements. */
export const scrollToEnd = () => waitFor(() => expect(intersectAll()).toBeGreaterThan(0));

/** Navigates without a document load. */
export function visit(path: string): void {
  const idx = ((history.state as { idx?: number } | null)?.idx ?? 0) + 1;
  history.pushState({ idx }, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: { idx } }));
}

/** Matches a term that consists of several elements, for `getByText`. */
export const term = (words: string) => (_: string, element: Element | null) =>
  element?.tagName === 'DT' && element.textContent === words;

export const findHeading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

/** The toast with this line. */
export const findToast = (words: string) =>
  waitFor(() => {
    const found = screen
      .queryAllByTestId('toast')
      .find((toast) => [...toast.querySelectorAll('span')].some(({ textContent }) => textContent === words));
    if (!found) throw new Error(`no toast says: ${words}`);
    return found;
  });

export const address = () => `${location.pathname}${location.search}${location.hash}`;
export const expectAddress = (expected: string) => waitFor(() => expect(address()).toBe(expected));

export const expectTitle = (expected: string) => waitFor(() => expect(document.title).toBe(expected));

/** Texts with collapsed white space. */
export const textsOf = (elements: readonly Element[]) =>
  elements.map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim());

/** The rows of the page's table, without its head. */
export const rows = () => [...screen.getByRole('main').querySelectorAll<HTMLElement>('tbody:not([aria-hidden]) tr')];
export const row = (words: string) => {
  const found = rows().find(({ textContent }) => textContent.includes(words));
  if (!found) throw new Error(`no row has ${words}`);
  return within(found);
};
