import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import { hashOfFiles, sourcesIn, wasBuiltFrom } from './buildInputs.mjs';
import { generateCode } from './generateCode.mjs';
import { runScript, runTool } from './runTool.mjs';

const folder = join('dist', 'client');
const rendererFile = join('dist', 'renderer', 'renderPage.js');
const hashFile = join(folder, '.inputs-hash');
const single = [
  'tools/scripts/buildRenderer.mjs',
  'tools/scripts/productionRouter.mjs',
  'schema.graphql',
  'codegen.ts',
  'vite.config.ts',
  'tsconfig.json',
  'package-lock.json',
];
const compressible = /\.(js|css|svg|json|txt|ttf|wasm|webmanifest)$/;

/** The hash of all inputs of the client build. */
function inputsHash() {
  return hashOfFiles([
    ...single,
    ...sourcesIn('packages/csv'),
    ...sourcesIn('client').filter((file) => !file.includes('__generated__')),
  ]);
}

export function clientIsBuilt() {
  return existsSync(rendererFile) && wasBuiltFrom(inputsHash(), hashFile);
}

/** In child processes, so that a server in this process keeps answering. */
export async function buildClient(report = () => undefined, signal = undefined) {
  const hash = inputsHash();
  rmSync(hashFile, { force: true });
  report('Building the storefront (1 of 3): types from the schema');
  await generateCode(signal);
  report('Building the storefront (2 of 3): the client');
  await runTool(join('vite', 'bin', 'vite.js'), ['build', '--logLevel', 'warn'], signal);
  await runScript(join('tools', 'scripts', 'buildRenderer.mjs'), [], signal);
  report('Building the storefront (3 of 3): compression');
  await compressFiles(signal);
  writeFileSync(hashFile, hash);
  report('The storefront is built');
}

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

async function compressFiles(signal) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  for (const file of files) {
    if (signal?.aborted) throw new Error('Stopped.');
    const content = readFileSync(file);
    if (content.length < 300) continue;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    const [br, gz] = await Promise.all([brotli(content, { params }), zip(content, { level: 9 })]);
    for (const [suffix, data] of [
      ['.br', br],
      ['.gz', gz],
    ]) {
      writeFileSync(`${file}${suffix}.part`, data);
      renameSync(`${file}${suffix}.part`, `${file}${suffix}`);
    }
  }
}
