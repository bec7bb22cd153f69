import type { Route } from '@playwright/test';
import { graphqlCalls } from './calls';
import { expectFault, hold } from './faults';
import { expect, test } from './shopTest';
import { takenOver } from './visit';

const pages = [
  ['/contact', 'Contact us', 'Support is there 24/7'],
  ['/shipping', 'Shipping', 'Free on orders over $50'],
  ['/returns', 'Returns', 'You have 30 days'],
  ['/faq', 'Frequently asked questions', 'When is shipping free?'],
  ['/privacy', 'Privacy', 'It can be brought back for 10 minutes'],
  ['/terms', 'Terms', 'You have 30 days'],
] as const;

for (const [path, heading, words] of pages) {
  test(`M42: ${path} is a real page of its own`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(200);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await expect(page.getByText(words).first()).toBeVisible();
    await expect(page).toHaveTitle(`${heading} · Kiosk`);
    const nav = page.getByRole('navigation', { name: 'Service pages' });
    await expect(nav.locator('[aria-current="page"]')).toHaveAttribute('href', path);
  });
}

test('M42: the footer leads to the four pages, and an answer of the FAQ opens by keyboard', async ({ page }) => {
  await page.goto('/');
  for (const [path, heading] of pages.slice(0, 4)) {
    await page
      .getByRole('contentinfo')
      .getByRole('navigation', { name: 'Customer service' })
      .locator(`a[href="${path}"]`)
      .click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
  const answer = page.getByText('On every order over $50.');
  await expect(answer).toBeHidden();
  await page.getByText('When is shipping free?').focus();
  await page.keyboard.press('Enter');
  await expect(answer).toBeVisible();
});

test('M42: the contact form says what is wrong beside each field and sends nothing', async ({ page }) => {
  await page.goto('/contact');
  const calls: string[] = [];
  page.on('request', (each) => each.postData()?.includes('SendContactMessage') && calls.push(each.url()));
  await page.getByRole('button', { name: 'Send message' }).click();
  for (const [label, message] of [
    ['Your name', 'Name is required'],
    ['Email', 'Invalid email'],
    ['Message', 'Message is required'],
  ] as const) {
    const field = page.getByRole('textbox', { name: label, exact: true });
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toHaveAccessibleDescription(message);
  }
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused();
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('too short');
  await expect(page.getByText('Message must be at least 10 characters')).toBeVisible();
  expect(calls).toEqual([]);
});

test('M42: a message is kept, shown as it was kept, and the page says what happens next', async ({ page }) => {
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Your name' }).fill('  Anna Meyer ');
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('Anna@Example.com');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('<b>When</b> does my lamp arrive?');
  const answered = page.waitForResponse((each) => each.request().postData()?.includes('SendContactMessage') ?? false);
  await page.getByRole('button', { name: 'Send message' }).click();
  const { data } = (await (await answered).json()) as {
    data: { sendContactMessage: { contactMessage: { id: string } } };
  };
  expect(data.sendContactMessage.contactMessage).toMatchObject({
    name: 'Anna Meyer',
    email: 'anna@example.com',
    message: '<b>When</b> does my lamp arrive?',
  });
  const note = page.getByRole('status').filter({ hasText: 'Your message is kept' });
  await expect(note).toContainText('Kiosk sends no mail');
  await expect(note).toContainText('anna@example.com');
  await expect(note).toContainText('<b>When</b> does my lamp arrive?');
  await expect(page.getByRole('heading', { name: 'Your message is kept' })).toBeFocused();
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('');
});

const faults = {
  'an answer 500': (route) => route.fulfill({ status: 500, json: { errors: [{ message: 'Internal server error' }] } }),
  'an HTML answer': (route) => route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>down</h1>' }),
  'no connection': (route) => route.abort(),
} satisfies Record<string, (route: Route) => Promise<void>>;

for (const [name, fault] of Object.entries(faults)) {
  test(`R20: ${name} keeps what was typed in the contact form, and it can be sent again`, async ({
    page,
    problems,
  }) => {
    await page.goto('/contact');
    await page.getByRole('textbox', { name: 'Your name' }).fill('Anna Meyer');
    await page.getByRole('textbox', { name: 'Email', exact: true }).fill('anna@example.com');
    await page.getByRole('textbox', { name: 'Message', exact: true }).fill('When does my lamp arrive?');
    await page.route(graphqlCalls, fault);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      'Your message could not be kept. It is still here: please try again.',
    );
    await expect(page.getByRole('textbox', { name: 'Message', exact: true })).toHaveValue('When does my lamp arrive?');
    await page.unroute(graphqlCalls);
    await page.getByRole('button', { name: 'Send message' }).click();
    await expect(page.getByRole('heading', { name: 'Your message is kept' })).toBeVisible();
    problems.length = 0;
  });
}

test('what only the server can refuse lands on its field', async ({ page, problems }) => {
  await page.goto('/contact');
  await page.getByRole('textbox', { name: 'Your name' }).fill('Anna Meyer');
  // A name that Unicode folds into another: the form cannot tell.
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill('ﬁona@example.com');
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('When does my lamp arrive?');
  await page.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByRole('textbox', { name: 'Email', exact: true })).toHaveAccessibleDescription(
    'Email must be a valid e-mail address',
  );
  // Chromium reports the answer 400.
  expectFault(problems, '400');
});

test('M42: the service pages end where the grid ends, and their buttons are as wide as their words from 600 px', async ({
  page,
}) => {
  await page.goto('/contact');
  const edge = async (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().right));
  expect(await edge('.service-main')).toBe(await edge('.head .wrap > .account'));
  await page.setViewportSize({ width: 768, height: 900 });
  const send = page.getByRole('button', { name: 'Send message' });
  expect((await send.boundingBox())?.width).toBeLessThan(300);
  await page.setViewportSize({ width: 360, height: 780 });
  expect((await send.boundingBox())?.width).toBe(324);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, heading, words] of pages) {
    test(`${path} is rendered by the server`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByText(words).first()).toBeVisible();
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' })).toHaveAttribute(
        'href',
        '/privacy',
      );
      await expect(page.getByRole('contentinfo').getByRole('link', { name: 'Terms' })).toHaveAttribute(
        'href',
        '/terms',
      );
    });
  }
});

for (const [path] of pages) {
  for (const width of [390, 1440]) {
    test(`${path} keeps the server's markup and its layout when it is hydrated, at ${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 });
      await page.addInitScript(() => {
        const shifts: number[] = [];
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
        Object.assign(window, { shifts });
      });
      const release = await hold(page, '**/assets/*.js');
      await page.goto(path, { waitUntil: 'commit' });
      const heading = page.getByRole('heading', { level: 1 });
      await heading.evaluate((element) => element.setAttribute('data-rendered', ''));
      const before = await page.locator('main').innerText();
      // A web font that takes the place of another one may move a word.
      await page.evaluate(async () => {
        await document.fonts.ready;
        await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
        (window as unknown as { shifts: number[] }).shifts.length = 0;
      });
      release();
      await takenOver(page);
      await expect(heading).toHaveAttribute('data-rendered');
      expect(await page.locator('main').innerText()).toBe(before);
      expect(await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)).toEqual([]);
    });
  }
}

test('what is typed into the contact form before the scripts run stays', async ({ page }) => {
  const release = await hold(page, '**/assets/*.js');
  await page.goto('/contact', { waitUntil: 'commit' });
  const message = page.getByLabel('Message');
  await message.fill('Typed early');
  release();
  await takenOver(page);
  await expect(message).toHaveValue('Typed early');
  await page.getByLabel('Your name').fill('Ada');
  await expect(message).toHaveValue('Typed early');
});
