import { partAt, textAt, textsAt, type Params } from './formBody';
import { LocalRefusal } from './localstripe';
import type { StripeAccount } from './stripeAccount';
import { missing, refused, StripeApiError } from './stripeError';

export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly params: Params;
}

type Shown = Record<string, unknown>;

/** The answer of Stripe's API: the object, with the fields that the request expands. */
export async function answerOf(account: StripeAccount, asked: Asked): Promise<Shown> {
  const object = await carryOut(account, asked).catch(translate);
  for (const path of textsAt(asked.params, 'expand')) await expand(account, object, path.split('.'));
  return object;
}

function translate(error: unknown): never {
  if (error instanceof LocalRefusal && error.status === 404) throw missing('?');
  if (error instanceof LocalRefusal && error.status < 500) throw refused(error.error.code ?? 'refused', error.message);
  throw error;
}

async function carryOut(account: StripeAccount, { method, path, params }: Asked): Promise<Shown> {
  const [, what = '', id, action] = /^\/v1\/(\w+)(?:\/(\w+))?(?:\/(\w+))?$/.exec(path) ?? [];
  switch ([method, what, id === 'search' ? id : id && ':id', action].filter(Boolean).join(' ')) {
    case 'POST payment_intents':
      return account.intentById((await account.create(params)).id);
    case 'GET payment_intents :id':
      return account.intentById(id ?? '');
    case 'POST payment_intents :id capture':
      await account.capture(account.find(id ?? ''), textAt(params, 'amount_to_capture'));
      return account.intentById(id ?? '');
    case 'POST payment_intents :id cancel':
      await account.cancel(account.find(id ?? ''));
      return account.intentById(id ?? '');
    case 'GET payment_intents search':
      return search(account, path, textAt(params, 'query') ?? '');
    case 'GET payment_intents':
      return listOf(path, params, await Promise.all(account.all().map((known) => account.intentById(known.id))));
    case 'POST refunds':
      return account.refundById(await account.refund(account.find(textAt(params, 'payment_intent') ?? ''), params));
    case 'GET refunds :id':
      return account.refundById(id ?? '');
    case 'GET refunds':
      return listOf(path, params, await account.refunds());
    case 'GET charges :id':
      return account.chargeById(id ?? '');
    case 'GET charges':
      return listOf(path, params, await charges(account));
    case 'GET disputes':
      return listOf(path, params, account.disputes);
    case 'GET balance_transactions':
      return listOf(path, params, await account.transactions());
    default:
      throw new StripeApiError(501, { type: 'api_error', message: `The fakes do not play ${method} ${path}.` });
  }
}

const charges = async (account: StripeAccount) =>
  Promise.all((await account.local.charges()).map(({ id }) => account.chargeById(id)));

/** `metadata['payment']:'…'`, the only query that the shop uses. */
async function search(account: StripeAccount, url: string, query: string): Promise<Shown> {
  const [, name = '', quoted = ''] = /^metadata\['([^']+)'\]:'(.*)'$/.exec(query) ?? [];
  const value = quoted.replaceAll(/\\(.)/g, '$1');
  const found = account.all().filter(({ metadata, foundAt }) => metadata[name] === value && foundAt <= Date.now());
  const data = await Promise.all(found.map(({ id }) => account.intentById(id)));
  return { object: 'search_result', url, has_more: false, next_page: null, data: data.reverse() };
}

interface Listed {
  readonly id: string;
  readonly created: number;
}

const filters = ['payment_intent', 'charge'] as const;
const comparisons: Readonly<Record<string, (one: number, other: number) => boolean>> = {
  gte: (one, other) => one >= other,
  gt: (one, other) => one > other,
  lte: (one, other) => one <= other,
  lt: (one, other) => one < other,
};

/** A page of the list, newest first; `all`: those of one second in the order of their creation. */
function listOf(url: string, params: Params, all: readonly Listed[]): Shown {
  const fits = (each: Listed) =>
    filters.every((name) => params[name] === undefined || (each as unknown as Shown)[name] === params[name]) &&
    Object.entries(partAt(params, 'created')).every(([name, at]) => comparisons[name]?.(each.created, Number(at)));
  const sorted = all
    .map((each, place) => ({ each, place }))
    .sort((one, other) => other.each.created - one.each.created || other.place - one.place)
    .map(({ each }) => each)
    .filter(fits);
  const after = textAt(params, 'starting_after');
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
  const limit = Number(textAt(params, 'limit') ?? 10);
  const data = sorted.slice(from, from + limit);
  return { object: 'list', url, has_more: from + limit < sorted.length, data };
}

const readers: Readonly<Record<string, (account: StripeAccount, id: string) => Promise<Shown>>> = {
  pi_: (account, id) => account.intentById(id),
  ch_: (account, id) => account.chargeById(id),
  re_: (account, id) => account.refundById(id),
};

async function expand(account: StripeAccount, object: Shown, [name, ...rest]: readonly string[]): Promise<void> {
  if (name === undefined) return;
  if (name === 'data' && Array.isArray(object['data'])) {
    for (const each of object['data'] as Shown[]) await expand(account, each, rest);
    return;
  }
  if (object['object'] === 'charge' && name === 'refunds') {
    const url = `/v1/charges/${String(object['id'])}/refunds`;
    object[name] = listOf(url, {}, await account.refundsOf(String(object['id'])));
    return;
  }
  const value = object[name];
  if (typeof value === 'string') object[name] = await readers[value.slice(0, 3)]?.(account, value);
  const inside = object[name];
  if (typeof inside === 'object' && inside !== null) await expand(account, inside as Shown, rest);
}
