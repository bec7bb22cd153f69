import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import ignore from '@balena/dockerignore';
import { assignments, parseDockerfile, type Instruction, type StageText } from './parseDockerfile';
import { makeBaseRoot, runInRoot } from './rootFolder';

export interface Image {
  readonly root: string;
  readonly workdir: string;
  readonly user: string;
  readonly environment: Record<string, string>;
  readonly labels: Record<string, string>;
  readonly command: readonly string[];
  readonly healthcheck: readonly string[];
}
interface Building {
  /** The folder of all stages. */
  readonly folder: string;
  readonly node: string;
  readonly stages: ReadonlyMap<string, Image>;
}

const installed = resolve('node_modules');
/** With KIOSK_LONG npm installs the packages; otherwise the installed ones are linked. */
const asksNpm = process.env.KIOSK_LONG !== undefined;

/** Executes the steps of the Dockerfile like Docker: with a build context, stages, and a root folder for each. */
export function buildImage(folder: string, node: string): Image {
  const stages = new Map<string, Image>();
  makeContext(join(folder, 'context'));
  for (const stage of parseDockerfile(readFileSync('Dockerfile', 'utf8')))
    stages.set(stage.name, buildStage(stage, { folder, node, stages }));
  const image = stages.get('');
  if (!image) throw new Error('The Dockerfile has no last stage.');
  return image;
}

/** The build context: the files of the checkout that .dockerignore does not exclude. */
function makeContext(context: string): void {
  const kept = ignore().add(readFileSync('.dockerignore', 'utf8'));
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { encoding: 'utf8' });
  for (const file of listed.trim().split('\n').filter(existsSync)) {
    if (kept.ignores(file)) continue;
    mkdirSync(dirname(join(context, file)), { recursive: true });
    copyFileSync(file, join(context, file));
  }
}

function buildStage(stage: StageText, building: Building): Image {
  const root = join(building.folder, `stage-${stage.name}`);
  const below = building.stages.get(stage.from);
  if (below) execFileSync('cp', ['-al', below.root, root]);
  else makeBaseRoot(root);
  const empty = { workdir: '/', user: '0:0', environment: {}, labels: {}, command: [], healthcheck: [] };
  return stage.instructions.reduce<Image>((image, instruction) => carryOut(instruction, image, building), {
    ...(below ?? empty),
    root,
  });
}

function carryOut({ name, text }: Instruction, image: Image, building: Building): Image {
  switch (name) {
    case 'WORKDIR':
      mkdirSync(join(image.root, text), { recursive: true });
      return { ...image, workdir: text };
    case 'COPY':
      copy(text, image, building);
      return image;
    case 'RUN':
      run(text, image, building);
      return image;
    case 'USER':
      return { ...image, user: text };
    case 'ENV':
      return { ...image, environment: { ...image.environment, ...assignments(text) } };
    case 'LABEL':
      return { ...image, labels: { ...image.labels, ...assignments(text) } };
    case 'CMD':
      return { ...image, command: JSON.parse(text) as string[] };
    case 'HEALTHCHECK':
      return { ...image, healthcheck: JSON.parse(text.slice(text.indexOf('CMD ') + 4)) as string[] };
    case 'ARG':
    case 'EXPOSE':
      return image;
    default:
      throw new Error(`Nobody has said what ${name} does.`);
  }
}

function copy(text: string, { root, workdir }: Image, { folder, stages }: Building): void {
  const words = text.split(' ');
  const stage = /^--from=(.*)$/.exec(words[0] ?? '')?.[1];
  if (stage !== undefined) words.shift();
  const from = stage === undefined ? join(folder, 'context') : (stages.get(stage)?.root ?? '');
  const target = words.pop() ?? '';
  const to = join(root, target.startsWith('/') ? target : join(workdir, target));
  for (const source of words.map((word) => join(from, word))) {
    const isFolder = statSync(source).isDirectory();
    // Copies the content of a folder, or a file.
    const place = !isFolder && target.endsWith('/') ? join(to, basename(source)) : to;
    mkdirSync(isFolder ? place : dirname(place), { recursive: true });
    execFileSync('cp', ['-a', isFolder ? `${source}/.` : source, place]);
  }
}

function run(text: string, image: Image, { node }: Building): void {
  const [, install, isProduction] = /^(npm ci(?: (--omit=dev))?[^&]*)/.exec(text) ?? [];
  const rest = install === undefined ? text : text.slice(install.length).replace(/^&& /, '');
  if (install !== undefined) installPackages(install, isProduction !== undefined, join(image.root, image.workdir));
  if (rest === '') return;
  const modules = join(image.workdir, 'node_modules');
  const volumes = existsSync(join(image.root, image.workdir, allPackages)) ? { [modules]: installed } : {};
  const result = runInRoot({ ...image, node, environment: { ...image.environment, HOME: '/root' }, volumes }, [
    'sh',
    '-c',
    rest,
  ]);
  if (result.status !== 0) throw new Error(`${rest}\n${result.stdout}${result.stderr}`);
}

/** A file that marks a folder as having all installed packages. */
const allPackages = '.all-packages';

function installPackages(command: string, isProduction: boolean, folder: string): void {
  if (asksNpm) {
    const { status, stderr } = spawnSync('sh', ['-c', `${command} --prefer-offline`], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
  } else if (isProduction) linkProduction(folder);
  else writeFileSync(join(folder, allPackages), '');
}

interface Locked {
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Links the installed packages that `npm ci --omit=dev` would install. */
function linkProduction(folder: string): void {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> };
  const isNested = (path: string) => path.includes('/node_modules/');
  const entries = Object.entries(packages).filter(([path]) => path.startsWith('node_modules/') && existsSync(path));
  const scopes = new Map<string, string[]>();
  for (const [path, { dev }] of entries)
    if (!dev && !isNested(path)) scopes.set(dirname(path), [...(scopes.get(dirname(path)) ?? []), path]);
  for (const [scope, paths] of scopes) link(paths, join(folder, scope));
  for (const [path, { dev }] of entries)
    if (dev && isNested(path)) rmSync(join(folder, path), { recursive: true, force: true });
}

/** Hard links, or copies where links are impossible. */
function link(paths: readonly string[], to: string): void {
  mkdirSync(to, { recursive: true });
  if (spawnSync('cp', ['-al', ...paths, to]).status !== 0) execFileSync('cp', ['-a', ...paths, to]);
}
