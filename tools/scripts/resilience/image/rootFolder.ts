import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { cpSync, existsSync, lstatSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The environment of a command. */
export interface Place {
  /** Its root file system, except for the operating system's parts. */
  readonly root: string;
  readonly user: string;
  readonly workdir: string;
  readonly environment: Readonly<Record<string, string>>;
  /** The Node program. */
  readonly node: string;
  /** Folders of this machine by mount point. */
  readonly volumes?: Readonly<Record<string, string>>;
}

/** Mounts the machine's programs, with a separate process table and /tmp; the mounts end with the last process. */
const enter = `set -e
root=$1 user=$2 node=$3; shift 3
for name in usr dev; do mount --rbind "/$name" "$root/$name"; done
for name in bin sbin lib lib64; do [ -L "/$name" ] || [ ! -e "/$name" ] || mount --rbind "/$name" "$root/$name"; done
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount --bind "$node" "$root/opt/node/node"
while [ "$1" != -- ]; do mkdir -p "$root/$2"; mount --rbind "$1" "$root/$2"; shift 2; done
shift
exec chroot --userspec="$user" "$root" "$@"
`;
const unshare = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, 'enter'];

/** Whether tests on this machine can create mount and process namespaces and see npm there. */
export function canEnterRoots(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  if (!spawnSync('sh', ['-c', 'command -v npm'], { encoding: 'utf8' }).stdout.startsWith('/usr/')) return false;
  return spawnSync('unshare', ['--mount', '--pid', '--fork', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt']).status === 0;
}

const filesOfSystem = ['hosts', 'resolv.conf', 'nsswitch.conf', 'ssl', 'ld.so.cache', 'ld.so.conf', 'ld.so.conf.d'];

/** The parts of the official Node images that the test needs: a system, Node, and its user. */
export function makeBaseRoot(root: string): void {
  for (const name of ['usr', 'dev', 'proc', 'tmp', 'etc', 'opt/node', 'home/node', 'root'])
    mkdirSync(join(root, name), { recursive: true });
  for (const name of ['bin', 'sbin', 'lib', 'lib64']) {
    const own = lstatSync(`/${name}`, { throwIfNoEntry: false });
    if (own?.isSymbolicLink()) cpSync(`/${name}`, join(root, name), { verbatimSymlinks: true });
    else if (own) mkdirSync(join(root, name));
  }
  for (const name of filesOfSystem.filter((file) => existsSync(join('/etc', file))))
    cpSync(join('/etc', name), join(root, 'etc', name), { recursive: true });
  for (const [name, line] of [
    ['passwd', 'node:x:1000:1000::/home/node:/bin/sh'],
    ['group', 'node:x:1000:'],
  ] as const) {
    const others = readFileSync(join('/etc', name), 'utf8').split('\n');
    const left = others.filter((other) => other !== '' && other.split(':')[2] !== '1000');
    writeFileSync(join(root, 'etc', name), `${[...left, line].join('\n')}\n`);
  }
  writeFileSync(join(root, 'opt/node/node'), '');
}

function commandLine(place: Place, command: readonly string[]): string[] {
  const volumes = Object.entries(place.volumes ?? {}).flatMap(([inside, outside]) => [outside, inside]);
  const path = '/opt/node:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
  const environment = Object.entries({ PATH: path, HOME: '/home/node', ...place.environment });
  return [
    ...[...unshare, place.root, place.user, place.node, ...volumes, '--'],
    ...['/usr/bin/env', '-i', ...environment.map(([name, value]) => `${name}=${value}`)],
    ...['/bin/sh', '-c', 'cd "$0" && exec "$@"', place.workdir, ...command],
  ];
}

export function runInRoot(place: Place, command: readonly string[]) {
  const { status, stdout, stderr } = spawnSync('unshare', commandLine(place, command), { encoding: 'utf8' });
  return { status, stdout, stderr };
}

/** The command is process 1 of its namespace. */
export function spawnInRoot(place: Place, command: readonly string[], stdio: SpawnOptions['stdio']): ChildProcess {
  return spawn('unshare', commandLine(place, command), { stdio });
}

/** The first process of a spawned command, by its pid on this machine. */
export function firstProcessOf(child: ChildProcess): number {
  return Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
}
