import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** An installation without development packages runs what `npm run build` has made. */
export const hasTools = existsSync(join('node_modules', 'esbuild', 'package.json'));
