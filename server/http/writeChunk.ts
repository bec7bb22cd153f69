import type { ServerResponse } from 'node:http';

/** Waits for the client to drain the buffer; false: the connection was closed. */
export async function writeChunk(response: ServerResponse, part: Buffer | string): Promise<boolean> {
  if (response.destroyed) return false;
  if (response.write(part)) return true;
  await new Promise<void>((resolve) => {
    const go = () => {
      response.off('drain', go).off('close', go);
      resolve();
    };
    response.on('drain', go).on('close', go);
  });
  return !response.destroyed;
}
