import { rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { writePrivateFile } from './credentials';
import { openEmbeddedMongo } from './server';

/** The exit code for invalid arguments. */
const usageExitCode = 2;

function fail(message: string, status = 1): never {
  process.stderr.write(`embedded-mongodb: ${message}\n`);
  process.exit(status);
}

function readArguments(): { port: number; dataDir: string; testCommands: boolean } {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string' }, data: { type: 'string' }, 'test-commands': { type: 'boolean' } },
    });
    const port = Number(values.port ?? 27117);
    if (!Number.isInteger(port) || port < 0 || port > 65_535)
      fail(`--port ${String(values.port)} is not a port number`, usageExitCode);
    return {
      port,
      dataDir: resolve(values.data ?? '.data/mongodb'),
      testCommands: values['test-commands'] ?? false,
    };
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error), usageExitCode);
  }
}

async function main(): Promise<void> {
  const options = readArguments();
  // All created files are private to the owner.
  process.umask(0o077);
  const server = await openEmbeddedMongo(options);
  // A parent process receives the URI with credentials over IPC; a terminal sees only the path of the file that
  // contains it.
  const uriFile = process.send ? undefined : join(options.dataDir, 'uri');
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    if (uriFile !== undefined) rmSync(uriFile, { force: true });
    server.close().then(
      () => process.exit(0),
      (error: unknown) => fail(String(error)),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('disconnect', stop);
  process.send?.({ type: 'ready', uri: server.uri });
  if (uriFile === undefined) return;
  writePrivateFile(uriFile, server.uri);
  process.stdout.write(`${server.publicUri}\nThe same with user and password, for you alone: ${uriFile}\n`);
}

main().catch((error: unknown) => {
  const message = error instanceof Error ? error.message : String(error);
  // A parent process reports the error itself.
  if (!process.send) fail(message);
  process.send({ type: 'failed', message }, () => process.exit(1));
});
