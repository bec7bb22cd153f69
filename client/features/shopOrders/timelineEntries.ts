import { messageKinds } from '../../lib/messageKinds';
import { formatCents } from '../../lib/money';
import type { ShopOrder } from './shopOrder';
import { type Actor, actorOf, isFailure, titleOf } from './timelineLabels';

export interface TimelineEntry {
  readonly at: string;
  readonly title: string;
  readonly text: string;
  /** null: an automatic event. */
  readonly actor: Actor | null;
  readonly isFailure: boolean;
}

type Message = NonNullable<ShopOrder['outboxMessages']>[number];

/** Oldest first: messages are sorted in by time, events keep the server's order, because clocks of processes differ. */
export function timelineEntries({ timeline, outboxMessages }: ShopOrder): TimelineEntry[] {
  const left = (outboxMessages ?? []).flatMap(messageEntries).sort((one, other) => one.at.localeCompare(other.at));
  const merged = timeline.flatMap((event): TimelineEntry[] => {
    const before = left.filter(({ at }) => at < event.at);
    left.splice(0, before.length);
    return [...before, eventEntry(event)];
  });
  return [...merged, ...left];
}

const eventEntry = (event: ShopOrder['timeline'][number]): TimelineEntry => ({
  ...{ at: event.at, title: titleOf(event, formatCents(event.amount?.amount ?? 0)), text: event.text ?? '' },
  ...{ actor: actorOf(event), isFailure: isFailure(event) },
});

/** The result of every delivery attempt, and the current status. */
function messageEntries(message: Message): TimelineEntry[] {
  const { resends, status, createdAt, sentAt, failedAt, isDeliveryOn } = message;
  const entries = resends.flatMap(({ at, statusBefore, endedAt, actorEmail }) => [
    ...(endedAt === null ? [] : [endEntry({ ...message, lastError: null }, statusBefore, endedAt)]),
    messageEntry(message, at, {
      title: 'sent again',
      actor: actorEmail === null ? { text: 'by the shop' } : { text: 'by', name: actorEmail },
    }),
  ]);
  if (status === 'SENT' || status === 'FAILED')
    return [...entries, endEntry(message, status, sentAt ?? failedAt ?? createdAt)];
  if (resends.length > 0) return entries;
  return [messageEntry(message, createdAt, { title: isDeliveryOn ? 'queued' : 'written' })];
}

function endEntry(message: Message, status: Message['status'], at: string): TimelineEntry {
  if (status === 'SENT') return messageEntry(message, at, { title: 'sent' });
  const text = [message.recipient, message.lastError].filter((part) => part !== null).join('\n');
  return messageEntry(message, at, { title: 'not sent', text, isFailure: true });
}

const messageEntry = (
  { kind, recipient }: Message,
  at: string,
  { title, ...more }: Pick<TimelineEntry, 'title'> & Partial<TimelineEntry>,
): TimelineEntry => ({
  ...{ at, title: `Message ${title}: ${messageKinds[kind]}`, text: recipient, actor: null, isFailure: false },
  ...more,
});
