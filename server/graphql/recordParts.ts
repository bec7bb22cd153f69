import { getNamedType, type GraphQLField } from 'graphql';

/** Embedded in their parent record, so they need no read of their own. */
const partsOfRecords: ReadonlySet<string> = new Set([
  ...[
    'Money',
    'Address',
    'OrderEvent',
    'LedgerEntry',
    'MessageResend',
    'Invoice',
    'Seller',
    'CreditNote',
    'CreditNoteLine',
  ],
  ...['OrderDispute', 'ReconciliationDifference', 'Paper', 'PaperParty', 'PaperColumn', 'PaperSum'],
]);

export const isPartOfRecord = ({ name, type }: GraphQLField<unknown, unknown>): boolean =>
  name === 'pageInfo' || name === 'pictures' || partsOfRecords.has(getNamedType(type).name);
