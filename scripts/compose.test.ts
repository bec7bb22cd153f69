import { spawnSync } from 'node:child_process';

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
