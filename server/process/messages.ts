import type { Worker } from 'node:cluster';
import type { Outside } from './outside';

/** What the first process tells the ones that answer. */
export type Order =
  | ({ readonly kiosk: 'serve' } & Pick<Outside, 'mongodbUri' | 'emulatorHost'>)
  | { readonly kiosk: 'reloadClient' }
  | { readonly kiosk: 'forget'; readonly uid: string }
  | { readonly kiosk: 'stop' };

/** What they tell it. */
export type News = { readonly kiosk: 'waiting' } | Address;

export interface Address {
  readonly kiosk: 'listening' | 'ready';
  readonly url: string;
}

const isKiosks = (message: unknown): message is { kiosk: string } =>
  typeof message === 'object' && message !== null && 'kiosk' in message;

export const isOrder = (message: unknown): message is Order => isKiosks(message);
export const isNews = (message: unknown): message is News => isKiosks(message);

/** Whoever is gone needs no orders. */
export function sendOrder(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined);
}
