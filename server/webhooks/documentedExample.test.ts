import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { eventTypes } from '../events/eventTypes';
import { signatureOf } from '../text/signature';

const text = readFileSync('docs/webhooks.md', 'utf8');
const [, example = ''] = /```js\n(.*?)```/s.exec(text) ?? [];
const file = join('node_modules', '.cache', `kiosk-verify-${process.pid}.mjs`);
afterAll(() => rmSync(file, { force: true }));

test('the documented example accepts the shop’s events and rejects others', () => {
  const sentAt = new Date('2026-11-27T14:00:00.000Z');
  const body = JSON.stringify({ id: 'evt_1', type: 'order.placed', note: 'Grüße' });
  const header = signatureOf(Buffer.from(body), ['whsec_new', 'whsec_old'], sentAt);
  const calls: [string, string | null, string, number][] = [
    [body, header, 'whsec_new', 0],
    [body, header, 'whsec_old', 299_000],
    [body, header, 'whsec_old', 301_000],
    [body, header, 'whsec_other', 0],
    [`${body} `, header, 'whsec_new', 0],
    [body, header.replace('t=1', 't=2'), 'whsec_new', 0],
    [body, 'v1=00', 'whsec_new', 0],
    [body, '', 'whsec_new', 0],
    [body, null, 'whsec_new', 0],
  ];
  writeFileSync(
    file,
    `${example}\nconsole.log(JSON.stringify(${JSON.stringify(calls)}.map(([body, header, secret, later]) => verifyEvent(body, header ?? undefined, secret, ${sentAt.getTime()} + later) !== null)));`,
  );
  const { stdout, stderr } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(JSON.parse(stdout)).toEqual([true, true, false, false, false, false, false, false, false]);
});

test('the documentation lists exactly the existing events', () => {
  const listed = [...text.matchAll(/^\| `(\w+\.\w+)`/gm)].map(([, type]) => type);
  expect(listed).toEqual([...eventTypes, 'webhook.test']);
});
