import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request as plainRequest, type IncomingHttpHeaders } from 'node:http';
import { request as secureRequest } from 'node:https';
import { join, resolve } from 'node:path';

/** nginx or Caddy with the configuration in deploy/. */
export interface ForeignBalancer {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

export interface BalancerPlace {
  readonly folder: string;
  readonly port: number;
  /** The ports of the shop's processes. */
  readonly ports: readonly number[];
}

/** Sent once, on a new connection; self-signed certificates are accepted. */
export interface BalancedAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export function ask(
  url: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<BalancedAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const typed = text === undefined ? headers : { 'content-type': 'application/json', ...headers };
  const options = { method, headers: typed, agent: false, rejectUnauthorized: false } as const;
  return new Promise((succeed, fail) => {
    const sent = (url.startsWith('https:') ? secureRequest : plainRequest)(url, options, (answer) => {
      let received = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      answer.once('error', fail);
      answer.once('end', () => succeed({ status: answer.statusCode ?? 0, headers: answer.headers, text: received }));
    });
    sent.once('error', fail).end(text);
  });
}

const isThere = (command: string, argument: string) => spawnSync(command, [argument]).status === 0;

export const balancers = [
  { name: 'nginx', isInstalled: isThere('nginx', '-v'), start: startNginx },
  { name: 'Caddy', isInstalled: isThere('caddy', 'version'), start: startCaddy },
] as const;

/** Replaces each pattern, which must match. */
function replaced(text: string, changes: readonly (readonly [RegExp, string])[]): string {
  return changes.reduce((changed, [pattern, by]) => {
    if (!pattern.test(changed)) throw new Error(`There is no ${pattern}.`);
    return changed.replace(pattern, () => by);
  }, text);
}

function makeCertificate(folder: string): readonly [certificate: string, key: string] {
  const files = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')] as const;
  const made = spawnSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-out', files[0], '-keyout', files[1]],
    { encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(made.stderr);
  return files;
}

/** Without the site on port 80, which may be in use. */
function withoutRedirection(site: string): string {
  const from = site.indexOf('server {\n\tlisten 80;');
  const end = site.indexOf('\n}\n', from);
  if (from < 0 || end < 0) throw new Error('deploy/nginx/kiosk.conf has no server at port 80.');
  return site.slice(0, from) + site.slice(end + 3);
}

async function startNginx({ folder, port, ports }: BalancerPlace): Promise<ForeignBalancer> {
  mkdirSync(folder, { recursive: true });
  const [certificate, key] = makeCertificate(folder);
  const processes = ports.map((each) => `\tserver 127.0.0.1:${each} max_fails=3 fail_timeout=2s;\n`).join('');
  const site = replaced(withoutRedirection(readFileSync('deploy/nginx/kiosk.conf', 'utf8')), [
    [/(\tserver 127\.0\.0\.1:\d+ max_fails=3 fail_timeout=2s;\n)+/, processes],
    [/listen 443 ssl http2;\n\tlisten \[::\]:443 ssl http2;/, `listen 127.0.0.1:${port} ssl http2;`],
    [/server_name shop\.example;/, 'server_name localhost;'],
    [/\/etc\/letsencrypt\/live\/shop\.example\/fullchain\.pem/, certificate],
    [/\/etc\/letsencrypt\/live\/shop\.example\/privkey\.pem/, key],
    [/\/etc\/nginx\/kiosk/, resolve('deploy')],
  ]);
  writeFileSync(join(folder, 'kiosk.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `  ${name}_temp_path ${join(folder, name)};`,
  );
  const main = [
    // Only the owner can read the scratch folder.
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `daemon off; pid ${join(folder, 'pid')}; worker_processes 2; error_log ${join(folder, 'error.log')};`,
    'events {}',
    `http {\n  access_log off;\n  types { text/html html; }\n${temporary.join('\n')}`,
    `  include ${join(folder, 'kiosk.conf')};\n}`,
  ];
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, main.join('\n'));
  const checked = spawnSync('nginx', ['-t', '-q', '-c', file], { encoding: 'utf8' });
  if (checked.status !== 0) throw new Error(checked.stderr);
  return running(spawn('nginx', ['-c', file], { stdio: 'inherit' }), `https://localhost:${port}`);
}

async function startCaddy({ folder, port, ports }: BalancerPlace): Promise<ForeignBalancer> {
  mkdirSync(folder, { recursive: true });
  const env = {
    ...process.env,
    HOME: folder,
    SHOP_ADDRESS: `http://localhost:${port}`,
    SHOP_PROCESSES: ports.map((each) => `127.0.0.1:${each}`).join(' '),
    SHOP_ERRORS: resolve('deploy'),
  };
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, `{\n\tadmin off\n}\n${readFileSync('deploy/Caddyfile', 'utf8')}`);
  const checked = spawnSync('caddy', ['validate', '--config', 'deploy/Caddyfile', '--adapter', 'caddyfile'], {
    encoding: 'utf8',
    env,
  });
  if (checked.status !== 0 || /"level":"(warn|error)"|WARN|ERROR/.test(checked.stderr)) throw new Error(checked.stderr);
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    stdio: ['ignore', 'ignore', 'ignore'],
    env,
  });
  return running(caddy, `http://localhost:${port}`);
}

/** Resolves when the balancer responds. */
async function running(child: ChildProcess, url: string): Promise<ForeignBalancer> {
  const exited = new Promise<void>((done) => child.once('exit', () => done()));
  for (let answered = false; !answered;) {
    if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}.`);
    answered = await ask(`${url}/livez`).then(
      () => true,
      () => false,
    );
  }
  return {
    url,
    stop: async () => {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
