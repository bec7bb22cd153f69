import { useApolloClient, useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { EditableProductDocument, UpdateProductDocument } from '../../../__generated__/lazyOperations';
import { apiErrorOf } from '../../../lib/apiError';
import { noAnswerToForm, requireData } from '../../../lib/noAnswer';
import { serverMessage } from '../../../lib/serverMessage';
import { toast } from '../../../ui/toast';
import { isProductField, valuesOf } from '../productFields';
import { separatorsOf } from './createProduct';
import { type EditableProduct, type ConcurrentChange, reconcile, separatorsIn, toInput } from './editProduct';
import { forgetLists } from './forgetLists';
import { useProductForm } from './useProductForm';

interface Conflict {
  sentence: string;
  changes?: ConcurrentChange[];
}

const gone = 'This product has been deleted meanwhile, or its slug was changed. What you typed is still here.';

/** The product as it was read, its form, and the handling of a concurrent edit. */
export function useEditProduct(product: EditableProduct, onSaved: (product: EditableProduct) => void) {
  const client = useApolloClient();
  const [update] = useMutation(UpdateProductDocument, { update: forgetLists });
  const [base, setBase] = useState(product);
  const [separators, setSeparators] = useState(() => separatorsOf(product));
  const [conflict, setConflict] = useState<Conflict>();
  const [failure, setFailure] = useState<string>();
  const [loading, setLoading] = useState(false);
  const parts = useProductForm({
    initialValues: valuesOf(product),
    fieldOf: (field) => (isProductField(field) ? field : undefined),
    save: async (values, headersOf) => {
      setFailure(undefined);
      const input = toInput(values, base, separators);
      const { data } = await update({ variables: { input }, context: { headers: headersOf(input) } });
      const saved = requireData(data).updateProduct.product;
      setBase(saved);
      setSeparators(separatorsOf(saved));
      setConflict(undefined);
      parts.form.resetForm({ values: valuesOf(saved) });
      toast('Product saved', 'success');
      onSaved(saved);
    },
    onFailed: (error) => {
      const refusal = apiErrorOf(error);
      const isConflict = refusal?.code === 'CONFLICT' && ['version', 'stock'].includes(refusal.field ?? '');
      if (isConflict) setConflict({ sentence: refusal.message });
      else setFailure(`Failed to save product: ${serverMessage(error, noAnswerToForm)}`);
    },
  });

  async function loadCurrent() {
    if (parts.form.isSubmitting) return;
    setFailure(undefined);
    setLoading(true);
    try {
      const { data } = await client.query({
        query: EditableProductDocument,
        variables: { slug: base.slug },
        fetchPolicy: 'network-only',
        context: { needsCaller: true },
      });
      const present = data?.product;
      if (present?.id !== base.id) {
        setFailure(gone);
        return;
      }
      const { values, changes } = reconcile(parts.form.values, base, present);
      setBase(present);
      setSeparators(separatorsIn(values, present, separators));
      setConflict((before) => before && { ...before, changes });
      void parts.form.setValues(values);
    } catch {
      setFailure('Its present state could not be loaded. What you typed is still here: please try again.');
    } finally {
      setLoading(false);
    }
  }

  function takeCurrent({ field, present }: ConcurrentChange) {
    if (parts.form.isSubmitting) return;
    void parts.form.setFieldValue(field, present);
    setSeparators(separatorsIn({ ...parts.form.values, [field]: present }, base, separators));
    setConflict(
      (before) => before?.changes && { ...before, changes: before.changes.filter((each) => each.field !== field) },
    );
  }

  return { ...parts, base, separators, conflict, failure, loading, loadCurrent, takeCurrent };
}
