import type { FuzzShop } from './fuzzShop';
import type { Wire } from './inputFields';
import { restoreState } from './shopState';
import { inParallel, type WireAnswer } from './wireClient';

export interface Case {
  readonly wire: Wire;
  readonly token: string | undefined;
}
export type Answered<C extends Case> = C & { readonly answer: WireAnswer };
export type Send = <C extends Case>(item: C) => Promise<Answered<C>>;

const longestAnswer = 1_000;

/** Only a repeatedly slow request is slow, as the machine may be busy. */
async function isSlow(send: Send, result: Answered<Case>): Promise<boolean> {
  if (result.answer.milliseconds <= longestAnswer) return false;
  const times: number[] = [];
  for (let attempt = 0; attempt < 5; attempt += 1) times.push((await send(result)).answer.milliseconds);
  return (times.sort((a, b) => a - b)[2] ?? 0) > longestAnswer;
}

interface Judged<C extends Case> {
  readonly shop: FuzzShop;
  readonly send: Send;
  readonly connections: number;
  readonly writes: boolean;
  readonly results: readonly Answered<C>[];
}

/**
 * The cases that changed the shop although they are reads or were refused. The state is restored, each suspect is sent
 * again alone, and the state is restored at the end.
 */
async function changers<C extends Case>(judged: Judged<C>): Promise<Answered<C>[]> {
  const { shop, send, connections, writes, results } = judged;
  const { db } = shop.server;
  const mustNot = ({ answer }: Answered<C>) => !writes || answer.status >= 400;
  if (!(await restoreState(db, shop.state))) return [];
  let suspects = results.filter(mustNot);
  for (let before = Infinity; suspects.length <= before / 2;) {
    before = suspects.length;
    const again = await inParallel(suspects, connections, send);
    if (!(await restoreState(db, shop.state))) return [];
    // Without the conflict with an accepted case, a suspect may now be accepted.
    suspects = again.filter(mustNot);
  }
  const found: Answered<C>[] = [];
  for (const suspect of suspects) {
    const result = await send(suspect);
    const changed = await restoreState(db, shop.state);
    if (changed && mustNot(result)) found.push(result);
  }
  return found;
}

interface Misdeed<C extends Case> {
  readonly result: Answered<C>;
  readonly what: string;
}

/** Slow cases, and cases that changed the shop without being allowed to; restores the state. */
export async function misdeedsOf<C extends Case>(judged: Judged<C>): Promise<Misdeed<C>[]> {
  const { send, results } = judged;
  const found: Misdeed<C>[] = [];
  for (const result of results) if (await isSlow(send, result)) found.push({ result, what: 'slow' });
  for (const result of await changers(judged)) found.push({ result, what: `${result.answer.status} changed the shop` });
  return found;
}
