import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };

/** What `npm start` gives to Node. */
export const [, ...startArguments] = scripts.start.split(' ');
