import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { isAlive } from '@kiosk/embedded-mongodb/isAlive';
import { identityClient, type Answer } from '../identityClient.fixture';

jest.setTimeout(120_000);

interface Running {
  readonly child: ChildProcess;
  readonly host: string;
  readonly pid: number;
}

let dataDir: string;
beforeAll(() => (dataDir = mkdtempSync(join(tmpdir(), 'kiosk-kill-'))));
afterAll(() => rmSync(dataDir, { recursive: true }));

async function run(): Promise<Running> {
  const program = join(process.cwd(), 'packages/auth-emulator/src/runIdentity.fixture.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { host: string; pid: number }) };
}

async function kill({ child, pid }: Running): Promise<number> {
  const ended = once(child, 'exit');
  const startedAt = performance.now();
  child.kill('SIGKILL');
  await ended;
  while (isAlive(pid)) await delay(10);
  return performance.now() - startedAt;
}

/** Signs up users until the connection breaks; returns the acknowledged responses. */
async function registerUntilKilled(host: string, name: string, onAnswer: () => void): Promise<Answer['body'][]> {
  const client = identityClient(host);
  const acknowledged: Answer['body'][] = [];
  try {
    for (let index = 0; ; index += 1) {
      const { status, body } = await client.signUp(`${name}-${index}@x.dev`, 'secret-1');
      if (status !== 200) return acknowledged;
      acknowledged.push(body);
      onAnswer();
    }
  } catch {
    return acknowledged;
  }
}

test('a SIGKILL during sign-ups loses no acknowledged account or session and leaves no process', async () => {
  const first = await run();
  let answers = 0;
  let took = Promise.resolve(0);
  const writers = ['a', 'b', 'c', 'd'].map((name) =>
    registerUntilKilled(first.host, name, () => {
      answers += 1;
      if (answers === 60) took = kill(first);
    }),
  );
  const acknowledged = (await Promise.all(writers)).flat();
  expect(await took).toBeLessThan(3_000);
  expect(acknowledged.length).toBeGreaterThanOrEqual(60);

  const second = await run();
  const client = identityClient(second.host);
  for (const { localId, email = '', refreshToken, idToken } of acknowledged) {
    expect(await client.signIn(email, 'secret-1')).toMatchObject({ status: 200, body: { localId } });
    expect(await client.refresh(refreshToken)).toMatchObject({ status: 200, body: { user_id: localId } });
    expect(await client.accounts('lookup', { idToken })).toMatchObject({ status: 200 });
  }
  await kill(second);
});
