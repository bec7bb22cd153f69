// Imported first, so that an older Node prints this error instead of failing elsewhere.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
const numbers = (version) => version.replace(/^\D*/, '').split('.').map(Number);
const [needed, running] = [engines.node, process.versions.node].map(numbers);
const isOlder = running[0] < needed[0] || (running[0] === needed[0] && running[1] < (needed[1] ?? 0));

if (isOlder) {
  process.stderr.write(`Kiosk needs Node ${needed.join('.')} or newer; this is Node ${process.versions.node}.\n`);
  process.exit(1);
}
