import type { Logger } from 'pino';
import { forEachConcurrently } from '../database/forEachConcurrently';
import { nextRetryAt } from '../database/nextRetryAt';
import type { Shutdown } from '../database/sweepPeriodically';
import type { Mailbox } from '../env';
import type { OutboxChange, OutboxDocument, OutboxRepository } from './outbox.repository';
import type { MessageReader } from './readMessage';
import type { MailTransport, SendResult } from './smtpTransport';

export interface SenderDeps {
  readonly repositories: { readonly outbox: Pick<OutboxRepository, 'findDue' | 'change' | 'withdraw'> };
  /** Final decision before sending: false if its subject was undone. */
  readonly maySend: (message: OutboxDocument) => Promise<boolean>;
  readonly read: MessageReader;
  readonly transport: MailTransport;
  readonly from: Mailbox;
  readonly now: () => Date;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  readonly countGivenUp?: () => void;
}

const batchSize = 50;
/** The next sweep continues with the rest. */
const maxBatches = 4;
const connections = 4;
const minuteMs = 60_000;
const deliveryMs = 90_000;
/** Longer than any delivery: when a lease expires, its delivery is over. */
const leaseMs = 2 * minuteMs;
const backoffMs = [1, 5, 30, 120, 240].map((minutes) => minutes * minuteMs);
const retryWindowMs = 12 * 60 * minuteMs;
/** Messages older than this at their first attempt were waiting for SMTP to be configured, and are outdated. */
const stalenessMs = 3 * 24 * 60 * minuteMs;

/** Sends due messages, up to a limit; every process runs it every few seconds and takes its share. */
export async function sendMessages(deps: SenderDeps, ending: Shutdown): Promise<void> {
  for (let batches = 0; batches < maxBatches && !ending.isStopped(); batches += 1) {
    const due = await deps.repositories.outbox.findDue(deps.now(), batchSize);
    await forEachConcurrently(due, {
      ...{ concurrency: connections, ending },
      work: (message) => send(deps, message, ending.stopping),
      // It is due again when its lease expires.
      onFailure: ({ _id: message }, err) => deps.log.warn({ message, err }, 'a message has to wait'),
    });
    if (due.length < batchSize) return;
  }
}

async function send(deps: SenderDeps, message: OutboxDocument, stopping: AbortSignal): Promise<void> {
  const { repositories, now } = deps;
  if (isStale(message, now())) {
    await giveUp(deps, message, 'It was not sent for more than 3 days, and nobody waits for it any more.');
    return;
  }
  if (!(await deps.maySend(message))) {
    const isWithdrawn = await repositories.outbox.withdraw(message._id);
    // A previous attempt was made.
    if (!isWithdrawn) await giveUp(deps, message, 'What it told of is not there any more.');
    return;
  }
  const claimed = await claim(deps, message);
  // Claimed by another process, or withdrawn.
  if (!claimed) return;
  const result = await attempt(deps, claimed, stopping);
  await note(deps, claimed, result);
}

const isStale = ({ attempts, dueAt }: OutboxDocument, now: Date): boolean =>
  attempts === 0 && dueAt !== null && now.getTime() - dueAt.getTime() > stalenessMs;

async function giveUp(deps: SenderDeps, message: OutboxDocument, lastError: string): Promise<void> {
  await store(deps, message, { status: 'FAILED', failedAt: deps.now(), dueAt: null, lastError });
}

/** Another process may have changed the message: then that one counts. */
async function store({ repositories, countGivenUp }: SenderDeps, message: OutboxDocument, change: OutboxChange) {
  const changed = await repositories.outbox.change(message, change);
  if (changed?.status === 'FAILED') countGivenUp?.();
}

function claim({ repositories, from, now }: SenderDeps, message: OutboxDocument): Promise<OutboxDocument | null> {
  const { attempts, firstAttemptAt, messageId } = message;
  const [, host = 'localhost'] = from.address.split('@');
  return repositories.outbox.change(message, {
    status: 'SENDING',
    attempts: attempts + 1,
    firstAttemptAt: firstAttemptAt ?? now(),
    dueAt: new Date(now().getTime() + leaseMs),
    // Fixed at the first attempt: another sender's host must not change it.
    messageId: messageId.includes('@') ? messageId : `${messageId}@${host}`,
  });
}

async function attempt(deps: SenderDeps, message: OutboxDocument, stopping: AbortSignal): Promise<SendResult> {
  const { read, transport, log } = deps;
  const { recipient, messageId, createdAt: date } = message;
  const content = await read(message).catch((error: unknown) => {
    log.error({ message: message._id, err: error }, 'a message cannot be written');
    return null;
  });
  if (!content) return { outcome: 'DEFERRED', reason: 'The message could not be written.' };
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(deliveryMs)]);
  return transport.deliver({ ...content, recipient, messageId, date }, signal);
}

async function note(deps: SenderDeps, message: OutboxDocument, result: SendResult): Promise<void> {
  const { now, log } = deps;
  const { _id, attempts } = message;
  const change = changeAfter(message, result, now());
  await store(deps, message, change);
  // The server's reply may contain the recipient's address, so it is stored in the outbox and not logged.
  if (change.status === 'FAILED') log.error({ message: _id, attempts }, 'a message could not be sent');
  else log.info({ message: _id, attempts, outcome: change.status }, 'a message was tried');
}

function changeAfter(message: OutboxDocument, result: SendResult, now: Date): OutboxChange {
  if (result.outcome === 'SENT') return { status: 'SENT', sentAt: now, dueAt: null, lastError: null };
  const lastError = result.reason;
  const dueAt = result.outcome === 'REFUSED' ? null : nextRetryAt(message, { backoffMs, retryWindowMs }, now);
  return dueAt ? { status: 'PENDING', dueAt, lastError } : { status: 'FAILED', failedAt: now, dueAt: null, lastError };
}
