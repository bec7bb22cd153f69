import type { Context } from '../context';
import { readCreditNote, readInvoice, readPackingSlips, type Reader } from '../documents/documents.service';
import type { Paper } from '../documents/paper';
import type { Endpoint } from './endpoint';

interface DocumentCall {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, string>>;
}

/** A file below /api, read with GET. Its permissions and errors are those of `operation`. */
export interface DocumentRow extends Pick<Endpoint, 'path' | 'summary' | 'keys' | 'query' | 'operation' | 'guests'> {
  /** The operationId for generated clients. */
  readonly name: string;
  readonly read: (context: Context, call: DocumentCall) => Promise<readonly Paper[]>;
}

const number = "The order's number, as K-7F3Q-9M2X, in any letter case, with or without its hyphens.";
const creditNumber = "The credit note's number, as CN-2026-000001, in any letter case.";

function ofOrder(path: string, reader: Reader): DocumentRow[] {
  const isShop = reader === 'shop';
  const rights: Pick<Endpoint, 'operation' | 'guests'> = isShop
    ? { operation: 'shopOrder' }
    : { operation: 'order', guests: 'withToken' };
  const whose = isShop ? 'an order of the shop' : "an order of the caller's; a guest shows the token of its checkout";
  return [
    {
      ...{ path: `${path}/invoice.pdf`, name: isShop ? 'shopInvoicePdf' : 'invoicePdf', ...rights },
      summary: `The invoice of ${whose}.`,
      keys: { number },
      read: async (context, { params }) => [await readInvoice(context, reader, String(params['number']))],
    },
    {
      ...{ path: `${path}/creditNotes/:creditNumber.pdf`, name: isShop ? 'shopCreditNotePdf' : 'creditNotePdf' },
      ...rights,
      summary: `A credit note of ${whose}.`,
      keys: { number, creditNumber },
      read: async (context, { params }) => [
        await readCreditNote(context, reader, {
          number: String(params['number']),
          creditNumber: String(params['creditNumber']),
        }),
      ],
    },
  ];
}

/** Invoices, credit notes and packing slips as PDF, for those who may see the order. */
export const documentRows: readonly DocumentRow[] = [
  ...ofOrder('/orders/:number', 'buyer'),
  ...ofOrder('/shopOrders/:number', 'shop'),
  {
    path: '/shopOrders/packing.pdf',
    name: 'packingSlipsPdf',
    summary: 'The packing slips of several orders, a page or more each, in the order of their numbers.',
    operation: 'packingSlips',
    query: {
      numbers: {
        required: true,
        description: 'The numbers of 1 to 50 orders, each once, with commas between them.',
        schema: { type: 'string' },
      },
    },
    read: (context, { query }) => readPackingSlips(context, (query['numbers'] ?? '').split(',').filter(Boolean)),
  },
];
