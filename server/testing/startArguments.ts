import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { start: string } };

/** What `npm start` gives to Node: the shell gives its place to it, so that npm's signals reach it. */
export const [, , ...startArguments] = scripts.start.split(' ');
