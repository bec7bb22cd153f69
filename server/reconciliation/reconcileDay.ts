import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Repositories } from '../collections/repositories';
import { isDatabaseError } from '../database/databaseErrors';
import { KioskError, UnavailableError } from '../errors';
import type { PaymentProvider } from '../payments/provider';
import { compareDay } from './compareDay';
import type { Day } from './reconciledDay';
import type { StoredReconciliation } from './reconciliations.repository';

export interface ReconcileDeps {
  readonly repositories: Pick<Repositories, 'reconciliations' | 'orders'>;
  readonly provider: PaymentProvider;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'warn'>;
}

/** Lease of a day; bounds the wait after a crash. */
const leaseMs = 60_000;
const renewAfterMs = 10_000;
/** Polls until the process that holds the lease is done. */
const lookEveryMs = 200;
const maxWaitMs = 20_000;

export const reconciliationId = ({ name }: Pick<PaymentProvider, 'name'>, day: Pick<Day, 'name'>): string =>
  `${name}:${day.name}`;

/** Reconciles a day and stores the verdict; one process at a time. If the provider does not answer, the last verdict stays. */
export async function reconcileDay(deps: ReconcileDeps, day: Day): Promise<StoredReconciliation> {
  const owner = randomUUID();
  for (let waited = 0; waited < maxWaitMs; waited += lookEveryMs) {
    if (await acquireLease(deps, day, owner)) return reconcileLeased(deps, day, owner);
    await setTimeout(lookEveryMs);
  }
  throw new UnavailableError('This day is being checked just now. Please try again.');
}

/** null: another process holds the lease, or has finished since then. */
export async function tryReconcile(deps: ReconcileDeps, day: Day, after?: Date): Promise<StoredReconciliation | null> {
  const owner = randomUUID();
  return (await acquireLease(deps, day, owner, after)) ? reconcileLeased(deps, day, owner) : null;
}

function acquireLease(deps: ReconcileDeps, day: Day, owner: string, after?: Date): Promise<boolean> {
  const { repositories, provider } = deps;
  const now = deps.now();
  const until = new Date(now.getTime() + leaseMs);
  return repositories.reconciliations.take(reconciliationId(provider, day), owner, {
    now,
    until,
    ...(after && { after }),
  });
}

async function reconcileLeased(deps: ReconcileDeps, day: Day, owner: string): Promise<StoredReconciliation> {
  const { repositories, provider, now } = deps;
  const id = reconciliationId(provider, day);
  let renewedAt = now();
  const goesOn = async () => {
    if (now().getTime() - renewedAt.getTime() < renewAfterMs) return;
    renewedAt = now();
    if (!(await acquireLease(deps, day, owner))) throw new UnavailableError();
  };
  try {
    const verdict = await compareDay({ orders: repositories.orders, provider, now, goesOn }, day);
    const stored = { ...verdict, checkedAt: now() };
    if (await repositories.reconciliations.store(id, owner, stored)) return stored;
    throw new UnavailableError();
  } catch (error) {
    await repositories.reconciliations.release(id, owner).catch(() => undefined);
    throw asUnavailable(deps, error);
  }
}

/** The provider's own error messages are not for clients, and a failure of the database is none of its. */
export function asUnavailable({ log }: Pick<ReconcileDeps, 'log'>, error: unknown): Error {
  if (error instanceof KioskError || isDatabaseError(error)) return error;
  log.warn({ err: error }, 'the payment provider does not answer');
  return new UnavailableError('The payment service does not answer. Please try again.');
}
