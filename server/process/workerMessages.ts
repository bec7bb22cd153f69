import type { Worker } from 'node:cluster';
import type { ServeOptions } from './serveShop';

/** Sent by the primary to its workers. */
export type WorkerCommand =
  | ({ readonly kiosk: 'serve' } & Pick<ServeOptions, 'mongodbUri' | 'emulatorHost' | 'joinsCluster'>)
  | { readonly kiosk: 'reloadClient' }
  | { readonly kiosk: 'forget'; readonly uid: string }
  /** Report metrics, tagged with the number of this scrape. */
  | { readonly kiosk: 'count'; readonly scrape: number }
  /** The successor accepts requests: drain, then report completion. */
  | { readonly kiosk: 'retire' }
  | { readonly kiosk: 'stop' };

/** Sent by the workers to the primary. */
export type WorkerEvent =
  | { readonly kiosk: 'waiting' }
  | { readonly kiosk: 'listening'; readonly url: string }
  | { readonly kiosk: 'ready' }
  | { readonly kiosk: 'retired' }
  | { readonly kiosk: 'counted'; readonly scrape: number; readonly counts: readonly { readonly type: unknown }[] };

const isShopMessage = (message: unknown): message is { kiosk: string } =>
  typeof message === 'object' && message !== null && 'kiosk' in message;

export const isWorkerCommand = (message: unknown): message is WorkerCommand => isShopMessage(message);
export const isWorkerEvent = (message: unknown): message is WorkerEvent => isShopMessage(message);

/** A worker that has exited needs no commands. */
export function sendCommand(worker: Worker, command: WorkerCommand): void {
  if (worker.isConnected()) worker.send(command, () => undefined);
}
