import { useApolloClient, useMutation, useQuery } from '@apollo/client/react';
import { useFormik } from 'formik';
import { useEffect, useRef, useState } from 'react';
import {
  AdjustStockDocument,
  StockCountDocument,
  StockLevelsDocument,
  StockMovementsDocument,
  type StockMovementsQuery,
} from '../../__generated__/lazyOperations';
import { apiErrorOf } from '../../lib/apiError';
import { isSame } from '../../lib/isSame';
import { noAnswerToForm } from '../../lib/noAnswer';
import { serverMessage } from '../../lib/serverMessage';
import { lockValues, useFormSubmit } from '../../ui/formBinding';
import { toast } from '../../ui/toast';
import { useIdempotencyKey } from '../../ui/useIdempotencyKey';
import { type AdjustErrors, type AdjustValues, fieldOf, toAdjustInput, validate, valuesFor } from './adjustment';
import type { StockRow } from './useStockLevels';

/** The product's current stock and the adjustment, whose input is kept until it is saved. */
export function useAdjustment(row: StockRow, onSaved: () => void) {
  const client = useApolloClient();
  const query = useQuery(StockMovementsDocument, { variables: { id: row.id }, fetchPolicy: 'cache-and-network' });
  const [adjust] = useMutation(AdjustStockDocument);
  const key = useIdempotencyKey();
  const [refusals, setRefusals] = useState<AdjustErrors>({});
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  useMovementsOfVersion(query.data?.stockLevel ?? null, query.refetch);
  // Until they are loaded, those of the list.
  const level = query.data ? query.data.stockLevel : row.level;

  async function save(values: AdjustValues) {
    setRefusals({});
    setFailure(undefined);
    const input = toAdjustInput(row.id, values, level);
    const saved = await key
      .sendVersioned([row.id, values], input, ({ input: sent, headers }) =>
        adjust({ variables: { input: sent }, context: { headers } }),
      )
      .catch(fail);
    if (!saved) return;
    // It is saved: leaving now loses nothing, and a list that cannot be read again is no reason to save twice.
    formik.resetForm({ values: { ...values, amount: '', count: '', lowAt: undefined } });
    // Lists show the availability, and a product's first count is new to all of them.
    for (const fieldName of ['products', 'product', 'storeItems']) client.cache.evict({ id: 'ROOT_QUERY', fieldName });
    const include = [StockLevelsDocument, StockCountDocument, StockMovementsDocument];
    await client.refetchQueries({ include }).catch(() => undefined);
    toast(saved.wasDone ? 'The first try had come through: nothing is counted twice' : 'Stock saved', 'success');
    onSaved();
  }

  async function fail(error: unknown): Promise<undefined> {
    const refusal = apiErrorOf(error);
    const field = fieldOf(refusal?.field);
    if (field) setRefusals({ [field]: refusal?.message });
    else setFailure(serverMessage(error, noAnswerToForm));
    if (refusal?.code === 'CONFLICT') await query.refetch().catch(() => undefined);
  }

  const formik = useFormik<AdjustValues>({
    initialValues: valuesFor(row.level),
    validate: (values) => validate(values, level),
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: (values) => {
      setSaving(true);
      return save(values).finally(() => setSaving(false));
    },
  });
  const form = lockValues(formik, isSaving);
  const submit = useFormSubmit(form);
  const movements = {
    level: query.data?.stockLevel ?? null,
    hasFailed: query.error !== undefined && !query.data,
    retry: () => void query.refetch().catch(() => undefined),
  };
  return { form, submit, level, movements, refusals, failure };
}

type MovementsLevel = NonNullable<StockMovementsQuery['stockLevel']>;

/** Other answers change the level in the cache, and leave its movements as they were. */
function useMovementsOfVersion(level: MovementsLevel | null, refetch: () => Promise<unknown>) {
  const read = useRef<MovementsLevel>(null);
  useEffect(() => {
    const before = read.current;
    read.current = level;
    if (!before || !level || before.version === level.version || !isSame(before.movements, level.movements)) return;
    refetch().catch(() => undefined);
  }, [level, refetch]);
}
