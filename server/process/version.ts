import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root';

/** Kiosk's version. */
export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string };
