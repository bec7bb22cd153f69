import { useApolloClient, useQuery } from '@apollo/client/react';
import { useEffect, useRef, useState } from 'react';
import { CartSummaryDocument, type CartSummaryPartsFragment } from '../../__generated__/lazyOperations';
import { CartDocument } from '../../__generated__/operations';
import { noAnswer } from '../../lib/noAnswer';
import { createSerialQueue, type Enqueue } from '../../lib/serialQueue';
import { serverMessage } from '../../lib/serverMessage';
import { toast } from '../../ui/toast';
import { onCartChangedElsewhere } from './cartChannel';
import { acceptPrice, removeLines, setQuantity } from './cartSummaryActions';

export type CartSummary = CartSummaryPartsFragment;
/** Why the cart is more than one order may have. */
export const tooLargeProblem = ({ problems }: CartSummary) => problems.find(({ code }) => code === 'TOO_LARGE');
export type SummaryLine = CartSummary['lines'][number];
type PendingQuantities = Readonly<Record<string, number>>;

/** Includes pending quantity changes. */
function withWanted(summary: CartSummary, wanted: PendingQuantities): CartSummary {
  let [pieces, subtotal] = [summary.pieces, summary.subtotal.amount];
  const lines = summary.lines.map((line) => {
    const quantity = wanted[line.id] ?? line.quantity;
    const change = (quantity - line.quantity) * line.unitPrice.amount;
    pieces += quantity - line.quantity;
    if (!line.problem) subtotal += change;
    return { ...line, quantity, total: { ...line.total, amount: line.total.amount + change } };
  });
  return { ...summary, lines, pieces, subtotal: { ...summary.subtotal, amount: subtotal } };
}

/** Only a line's last quantity is sent. */
function useQuantities(enqueue: Enqueue, send: (line: SummaryLine, quantity: number) => Promise<unknown>) {
  const [wanted, setWanted] = useState<PendingQuantities>({});
  const latest = useRef<PendingQuantities>({});

  function change(next: PendingQuantities): void {
    latest.current = next;
    setWanted(next);
  }

  const forget = (ids: readonly string[]): void =>
    change(Object.fromEntries(Object.entries(latest.current).filter(([id]) => !ids.includes(id))));

  async function sendLatest(line: SummaryLine): Promise<void> {
    const quantity = latest.current[line.id];
    if (quantity === undefined) return;
    await send(line, quantity);
    if (latest.current[line.id] === quantity) forget([line.id]);
  }

  return {
    wanted,
    forget,
    set: (line: SummaryLine, quantity: number) => {
      change({ ...latest.current, [line.id]: quantity });
      void enqueue(() => sendLatest(line));
    },
  };
}

/** The cart as it can be bought now. Other tabs, and this tab's drawer, change it, too. */
export function useCartSummary(email: string) {
  const client = useApolloClient();
  const { data, loading, error, refetch } = useQuery(CartSummaryDocument, {
    skip: email === '',
    fetchPolicy: 'network-only',
    nextFetchPolicy: 'cache-first',
    notifyOnNetworkStatusChange: true,
  });
  const entries = useQuery(CartDocument, { variables: { email }, skip: email === '', fetchPolicy: 'cache-only' });
  const shopper = { client, email };
  const [busy, setBusy] = useState(0);

  /** Shows the server's message on a rejection, and the current cart; returns whether it succeeded. */
  async function attempt(action: () => Promise<unknown>): Promise<boolean> {
    setBusy((count) => count + 1);
    try {
      await action();
      return true;
    } catch (failed) {
      toast(serverMessage(failed, `${noAnswer} Refresh your cart to see what was saved.`), 'error');
      void refetch().catch(() => undefined);
      return false;
    } finally {
      setBusy((count) => count - 1);
    }
  }

  // Concurrent responses would overwrite each other.
  const [enqueue] = useState(createSerialQueue);
  const quantities = useQuantities(enqueue, (line, quantity) => attempt(() => setQuantity(shopper, line, quantity)));

  // A quantity that is sent after the removal would bring the line back.
  const removing = useRef<ReadonlySet<string>>(new Set());

  async function remove(lines: readonly SummaryLine[]): Promise<boolean> {
    const ids = new Set(lines.map(({ id }) => id));
    quantities.forget([...ids]);
    removing.current = new Set([...removing.current, ...ids]);
    try {
      return await enqueue(() => attempt(() => removeLines(shopper, lines)));
    } finally {
      removing.current = new Set([...removing.current].filter((id) => !ids.has(id)));
    }
  }

  function setLineQuantity(line: SummaryLine, quantity: number): void {
    if (!removing.current.has(line.id)) quantities.set(line, quantity);
  }

  useEffect(() => {
    if (email === '') return undefined;
    return onCartChangedElsewhere(email, () => void refetch().catch(() => undefined));
  }, [email, refetch]);

  const pieces = data?.cartSummary.pieces;
  const entryCount = entries.data?.cart.length;
  const isBehind = busy === 0 && pieces !== undefined && entryCount !== undefined && pieces !== entryCount;
  useEffect(() => {
    if (isBehind) void refetch().catch(() => undefined);
  }, [isBehind, entryCount, refetch]);

  return {
    summary: data && withWanted(data.cartSummary, quantities.wanted),
    isLoading: loading,
    error: error && !data ? serverMessage(error, 'Your cart could not be loaded.') : undefined,
    refresh: () => void refetch().catch(() => undefined),
    setQuantity: setLineQuantity,
    acceptPrice: (line: SummaryLine) => enqueue(() => attempt(() => acceptPrice(shopper, line))),
    remove,
  };
}

export type CartSummaryActions = Omit<ReturnType<typeof useCartSummary>, 'summary'>;
