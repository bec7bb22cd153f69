import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { startArguments } from '../../server/testing/startArguments';

const compose = (...args: string[]) => spawnSync('docker-compose', args, { encoding: 'utf8' });
const isInstalled = compose('version').status === 0;

(isInstalled ? test : test.skip)(
  'compose.yaml is well formed: three members, two processes that answer, a balancer',
  () => {
    const services = compose('-f', 'compose.yaml', 'config', '--services');
    expect(services.stderr).toBe('');
    expect(services.stdout.trim().split('\n').sort()).toEqual([
      'api1',
      'api2',
      'balancer',
      'mongo1',
      'mongo2',
      'mongo3',
      'replica-set',
    ]);
    expect(compose('-f', 'compose.yaml', 'config', '--quiet')).toMatchObject({ status: 0, stderr: '' });
  },
);

test('the balancer looks often enough to see a process leave, and gives up idle connections before the process does', () => {
  const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
  expect(Number(/health_interval (\d+)ms$/m.exec(caddyfile)?.[1])).toBeLessThanOrEqual(500);
  expect(Number(/keepalive (\d+)s$/m.exec(caddyfile)?.[1])).toBeLessThan(20);
});

test('the image starts the shop as npm start does', () => {
  const command = /^CMD (.*)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '';
  expect(JSON.parse(command)).toEqual(['node', ...startArguments]);
});
