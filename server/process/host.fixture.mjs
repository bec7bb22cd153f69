// One host of several: what `npm start` runs of what is built, but its identity emulator is that of the others too.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , emulatorHost = ''] = process.argv;
const { run } = await import(pathToFileURL(join('dist', 'server', 'main.js')).href);

const nothing = () => undefined;
await run({
  startLocalServices: async ({ mongodbUri }) => ({
    mongodbUri,
    emulatorHost,
    ready: Promise.resolve(),
    stop: async () => undefined,
    forceStop: nothing,
  }),
});
