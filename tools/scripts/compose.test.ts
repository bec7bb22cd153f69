import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { startArguments } from '../../server/testing/startArguments';

interface Service {
  readonly image?: string;
  readonly build?: string;
  readonly restart?: string;
  readonly profiles?: readonly string[];
  readonly networks: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly environment?: Readonly<Record<string, string | null>>;
  readonly [field: string]: unknown;
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly networks: Readonly<Record<string, { internal?: boolean } | null>>;
  readonly [field: string]: unknown;
}

const text = readFileSync('compose.yaml', 'utf8');
const compose = parse(text, { merge: true }) as Compose;
const schema = JSON.parse(readFileSync('tools/scripts/composeSpecification/compose-spec.json', 'utf8')) as Readonly<
  Record<string, unknown>
>;
const { api1, api2, balancer, backup, mongo1, mongo2, mongo3, 'replica-set': replicaSet, ...others } = compose.services;

/** Violations of the compose specification. */
function faultsOf(file: unknown): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addFormat('duration', true);
  const isValid = ajv.compile(schema);
  return isValid(file) ? [] : (isValid.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

test('compose.yaml is valid by the compose specification and has no version', () => {
  expect(faultsOf(compose)).toEqual([]);
  expect(compose['version']).toBeUndefined();
  const { api1: one, ...rest } = compose.services;
  expect(faultsOf({ ...compose, services: { ...rest, api1: { ...one, restarts: 'always' } } })).not.toEqual([]);
});

test('has three MongoDB members, two equal API processes, a balancer, and a backup on demand', () => {
  expect(others).toEqual({});
  expect([api1, api2, balancer, backup, mongo1, mongo2, mongo3, replicaSet]).not.toContain(undefined);
  expect(api2).toEqual(api1);
  expect(backup).toMatchObject({ profiles: ['backup'], restart: 'no', command: ['sh', 'deploy/backup.sh'] });
});

test('the shop waits for the replica set, which waits for healthy members', () => {
  for (const shop of [api1, backup])
    expect(shop?.depends_on).toEqual({ 'replica-set': { condition: 'service_completed_successfully' } });
  const healthy = { condition: 'service_healthy' };
  expect(replicaSet?.depends_on).toEqual({ mongo1: healthy, mongo2: healthy, mongo3: healthy });
  for (const member of [mongo1, mongo2, mongo3]) expect(member?.['healthcheck']).toHaveProperty('test');
});

test('MongoDB has users and a key file, on an internal network without the balancer', () => {
  expect(compose.networks['database']).toEqual({ internal: true });
  for (const member of [mongo1, mongo2, mongo3, replicaSet]) expect(member?.networks).toEqual(['database']);
  expect(balancer?.networks).toEqual(['shop', 'outside']);
  for (const member of [mongo1, mongo2, mongo3]) {
    expect(member?.['command']).toEqual(expect.arrayContaining(['--keyFile', '/run/kiosk/key']));
    expect(member?.['secrets']).toEqual(['mongodb-key']);
    expect(member?.['ports']).toBeUndefined();
  }
  // Further members with a root user of their own could not join the replica set.
  expect([mongo1, mongo2, mongo3].map((member) => member?.environment !== undefined)).toEqual([true, false, false]);
  expect(api1?.environment?.['MONGODB_URI']).toMatch(/^mongodb:\/\/kiosk:\$\{MONGODB_PASSWORD:\?.*\}@/);
});

test('the shop and the backup get every setting of docs/settings.md except those of the image', () => {
  const settings = [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| `([A-Z\d_]+)`/gm)].map(
    ([, name]) => name,
  );
  const ofImage = ['NODE_ENV', 'PORT', 'HOST', 'DATA_DIR'];
  const given = Object.keys(api1?.environment ?? {});
  expect(given).toEqual(expect.arrayContaining(settings.filter((name) => !ofImage.includes(name ?? ''))));
  expect(given).not.toEqual(expect.arrayContaining([expect.stringMatching(`^(${ofImage.join('|')})$`)]));
  expect(Object.keys(backup?.environment ?? {})).toEqual(expect.arrayContaining(given));
  // Unset in the environment of compose, they keep the shop's default.
  expect(api1?.environment).toMatchObject({ WEBHOOKS_KEY: null, OUTBOUND: null, CAPTURE_AFTER_MINUTES: null });
});

test.each(Object.entries(compose.services))(
  '%s has resource limits, a rotated log and an image with a fixed version',
  (_, service) => {
    expect(service['mem_limit']).toBeDefined();
    expect(service['pids_limit']).toBeGreaterThan(0);
    expect(service['logging']).toEqual({ driver: 'local', options: { 'max-size': '10m', 'max-file': '5' } });
    expect(service.image).toMatch(/:(\d+\.\d+\.\d+(-alpine)?|\$\{KIOSK_VERSION:-\d+\.\d+\.\d+\})$/);
  },
);

test('containers drop all kernel capabilities except those needed at their start', () => {
  for (const service of Object.values(compose.services)) expect(service['cap_drop']).toEqual(['ALL']);
  for (const shop of [api1, api2, backup]) expect(shop?.['cap_add']).toBeUndefined();
  for (const member of [mongo1, mongo2, mongo3])
    expect(member?.['cap_add']).toEqual(['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETGID', 'SETUID']);
  expect(balancer?.['cap_add']).toEqual(['NET_BIND_SERVICE', 'DAC_OVERRIDE']);
});

test('has no secret and no default for one', () => {
  for (const [, name = '', rest = ''] of text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET)\w*)(.*?)\}/g))
    expect([name, rest]).toEqual([name, expect.stringMatching(/^:\?/)]);
});

test('the image has the shop’s version', () => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(api1?.image).toBe(`kiosk:\${KIOSK_VERSION:-${version}}`);
});

test('the guide upgrades, goes back and restores by commands that name services of compose.yaml', () => {
  const guide = readFileSync('docs/operating/several-hosts.md', 'utf8');
  const calls = [...guide.matchAll(/docker compose (\w+)((?: --[\w-]+)*)((?: [\w-]+)*)/g)].map(
    ([, command = '', options = '', names = '']) => ({ command, options, names: names.trim().split(' ') }),
  );
  for (const { command, names } of calls) {
    const services = ['run', 'exec'].includes(command) ? names.slice(0, 1) : names.filter((name) => name !== '');
    expect(Object.keys(compose.services)).toEqual(expect.arrayContaining(services));
  }
  const said = calls.map(({ command, options, names }) => `${command}${options} ${names.join(' ')}`);
  const upgraded = ['api1', 'api2'].map((name) => `up --detach --no-deps --wait ${name}`);
  expect(said).toEqual(expect.arrayContaining(['run --rm backup', 'build api1', ...upgraded, 'stop api1 api2']));
  // The file is where the service has mounted it.
  expect(guide).toContain('docker compose run --rm backup npm run --silent restore -- /backups/');
  expect(backup?.['volumes']).toContain('${BACKUP_DIR:-./backups}:/backups');
});

test('the balancer checks health often and closes idle connections before the process does', () => {
  const caddyfile = readFileSync('deploy/Caddyfile', 'utf8');
  expect(Number(/health_interval (\d+)ms$/m.exec(caddyfile)?.[1])).toBeLessThanOrEqual(500);
  expect(Number(/keepalive (\d+)s$/m.exec(caddyfile)?.[1])).toBeLessThan(20);
  const nginx = readFileSync('deploy/nginx/kiosk.conf', 'utf8');
  expect(Number(/keepalive_timeout (\d+)s;$/m.exec(nginx)?.[1])).toBeLessThan(20);
});

test('the image and systemd start the shop like npm start', () => {
  const command = /^CMD (.*)$/m.exec(readFileSync('Dockerfile', 'utf8'))?.[1] ?? '';
  expect(JSON.parse(command)).toEqual(['node', ...startArguments]);
  const unit = readFileSync('deploy/systemd/kiosk.service', 'utf8');
  expect(/^ExecStart=(.*)$/m.exec(unit)?.[1]?.split(' ')).toEqual(['/usr/bin/node', ...startArguments]);
});
