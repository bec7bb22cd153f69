import { readFileSync } from 'node:fs';
import { createBareServer, type ReadyAnswers } from './bareAnswers';
import { listenAndTell } from './listenAndTell';

const [file = ''] = process.argv.slice(2);
listenAndTell(createBareServer(JSON.parse(readFileSync(file, 'utf8')) as ReadyAnswers));
