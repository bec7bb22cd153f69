import type { Worker } from 'node:cluster';
import type { ServeOptions } from './serveShop';

/** What the first process tells the ones that answer. */
export type Order =
  | ({ readonly kiosk: 'serve' } & Pick<ServeOptions, 'mongodbUri' | 'emulatorHost' | 'besideOthers'>)
  | { readonly kiosk: 'reloadClient' }
  | { readonly kiosk: 'forget'; readonly uid: string }
  /** Its successor answers: it says so when nobody needs it any more. */
  | { readonly kiosk: 'retire' }
  | { readonly kiosk: 'stop' };

/** What they tell it. */
export type News =
  | { readonly kiosk: 'waiting' }
  | { readonly kiosk: 'listening'; readonly url: string }
  | { readonly kiosk: 'ready' }
  | { readonly kiosk: 'retired' };

const isKiosks = (message: unknown): message is { kiosk: string } =>
  typeof message === 'object' && message !== null && 'kiosk' in message;

export const isOrder = (message: unknown): message is Order => isKiosks(message);
export const isNews = (message: unknown): message is News => isKiosks(message);

/** Whoever is gone needs no orders. */
export function sendOrder(worker: Worker, order: Order): void {
  if (worker.isConnected()) worker.send(order, () => undefined);
}
