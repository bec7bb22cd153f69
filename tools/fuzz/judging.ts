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

/** The machine may be busy with something else: only what is slow again and again is slow. */
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
 * Those of the answered cases that changed the shop although they are reads or were refused. What some other case has
 * changed is put back first, then they go alone; in the end the shop is as it was.
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
    // A conflict with an accepted case is gone now, so that it may be accepted itself.
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

/** What was slow, and what changed the shop and must not; in the end the shop is as it was. */
export async function misdeedsOf<C extends Case>(judged: Judged<C>): Promise<Misdeed<C>[]> {
  const { send, results } = judged;
  const found: Misdeed<C>[] = [];
  for (const result of results) if (await isSlow(send, result)) found.push({ result, what: 'slow' });
  for (const result of await changers(judged)) found.push({ result, what: `${result.answer.status} changed the shop` });
  return found;
}
