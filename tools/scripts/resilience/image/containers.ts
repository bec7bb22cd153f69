import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Image } from './buildImage';
import { firstProcessOf, runInRoot, spawnInRoot, type Place } from './rootFolder';

type Settings = Readonly<Record<string, string>>;

export interface Container {
  /** Resolves with the first match in a printed line; rejects if the container ends before. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
  /** Like `docker stop`: sends SIGTERM to the first process; returns its status. */
  stop(): Promise<number | null>;
}

export interface Containers {
  /** Like `docker run --rm`. */
  run(command: readonly string[], settings?: Settings): ReturnType<typeof runInRoot>;
  /** Like `docker run --detach`. */
  start(command: readonly string[], settings?: Settings): Container;
  stopAll(): Promise<unknown>;
}

/** Containers of an image, which share the volumes. */
export function containersOf(image: Image, node: string, volumes: NonNullable<Place['volumes']>): Containers {
  const started: Container[] = [];
  const place = (settings: Settings) => ({
    ...image,
    node,
    volumes,
    environment: { ...image.environment, ...settings },
  });
  return {
    run: (command, settings = {}) => runInRoot(place(settings), command),
    start: (command, settings = {}) => {
      const container = follow(spawnInRoot(place(settings), command, ['ignore', 'pipe', 'pipe']));
      started.push(container);
      return container;
    },
    stopAll: () => Promise.all(started.map((container) => container.stop())),
  };
}

function follow(child: ChildProcess): Container {
  const printed: string[] = [];
  const lines = [child.stdout, child.stderr].flatMap((stream) => (stream ? [createInterface({ input: stream })] : []));
  for (const stream of lines) stream.on('line', (line) => printed.push(line));
  const exited = once(child, 'exit');
  return {
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (line: string) => {
          const match = pattern.exec(line);
          if (match) resolve(match);
        };
        printed.forEach(look);
        for (const stream of lines) stream.on('line', look);
        void exited.then(() => reject(new Error(`It ended before it said ${pattern}:\n${printed.join('\n')}`)));
      }),
    stop: async () => {
      if (child.exitCode === null && child.signalCode === null) process.kill(firstProcessOf(child), 'SIGTERM');
      await exited;
      return child.exitCode;
    },
  };
}
