import { authorize } from '../auth/authorize';
import type { Context } from '../context';
import { newId } from '../database/newId';
import { ConflictError } from '../errors';
import { parseInput } from '../graphql/input';
import type { OrderDocument } from '../orders/orderDocument';
import { maximumRecords } from '../orders/shopCancellation';
import { executeOrderCommand } from './executeOrderCommand';
import { noteInput } from './shopOrders.input';

/** Not visible to buyers. */
export async function addOrderNote(context: Context, input: unknown): Promise<OrderDocument> {
  const { viewer } = await authorize(context, 'addOrderNote');
  const { number, text } = parseInput(noteInput, input);
  const id = newId(context).toHexString();
  return executeOrderCommand(context, viewer.uid, {
    ...{ kind: 'NOTE_ORDER', number, version: null },
    isApplied: ({ notes = [] }) => notes.some((note) => note.id === id),
    // The audit log omits the text, which is in the order only.
    changesOf(order) {
      refuseTooManyNotes(order);
      return [{ field: 'note', before: null, after: `${text.length} characters` }];
    },
    apply(order) {
      refuseTooManyNotes(order);
      const note = { id, at: context.now(), text, byUid: viewer.uid };
      return context.repositories.orders.change(order, { notes: [...(order.notes ?? []), note] });
    },
  });
}

function refuseTooManyNotes({ notes = [] }: OrderDocument): void {
  if (notes.length >= maximumRecords)
    throw new ConflictError(`An order has at most ${maximumRecords} notes.`, 'number');
}
