import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Without development packages the output of `npm run build` is run. */
export const hasTools = existsSync(join('node_modules', 'esbuild', 'package.json'));
