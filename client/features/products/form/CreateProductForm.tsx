import { useMutation } from '@apollo/client/react';
import { useState } from 'react';
import { type CreateProductResult, CreateProductDocument } from '../../../__generated__/lazyOperations';
import { noAnswerToForm, requireData } from '../../../lib/noAnswer';
import { serverMessage } from '../../../lib/serverMessage';
import { initialValues as empty, isProductField, type ProductValues, type Separators } from '../productFields';
import { commas, toInput } from './createProduct';
import { forgetLists } from './forgetLists';
import { CategoriesField, PhotosField, ProductFields } from './ProductFields';
import { ProductForm } from './ProductForm';
import { ResultNote } from './ResultNote';
import { ShopLink } from './ShopLink';
import { listOf } from './typedTexts';
import { useProductForm } from './useProductForm';

type Created = CreateProductResult['createProduct']['product'];
type Outcome = { good: true; sentence: string; product: Created } | { good: false; sentence: string };

function useCreateProduct(initialValues: ProductValues, ofInitial: Separators) {
  const [create] = useMutation(CreateProductDocument, { update: forgetLists });
  const [outcome, setOutcome] = useState<Outcome>();
  const [separators, setSeparators] = useState(ofInitial);
  const parts = useProductForm({
    initialValues,
    fieldOf: (field) => (isProductField(field) ? field : undefined),
    save: async (values, headersOf) => {
      setOutcome(undefined);
      const input = toInput(values, separators);
      const { data } = await create({ variables: { input }, context: { headers: headersOf(input) } });
      const { product } = requireData(data).createProduct;
      setOutcome({ good: true, sentence: 'Product created successfully!', product });
      parts.form.resetForm({ values: empty });
      setSeparators(commas);
    },
    onFailed: (error) =>
      setOutcome({ good: false, sentence: `Failed to create product: ${serverMessage(error, noAnswerToForm)}` }),
  });
  return { ...parts, separators, outcome };
}

interface Props {
  initialValues?: ProductValues;
  separators?: Separators;
}

export function CreateProductForm({ initialValues = empty, separators: ofInitial = commas }: Props) {
  const { form, submit, bind, separators, outcome } = useCreateProduct(initialValues, ofInitial);
  return (
    <ProductForm
      form={form}
      submit={submit}
      isUnsaved={form.dirty}
      button={{ words: 'Create Product', pending: 'Creating product...' }}
      photos={listOf(form.values.photos, separators.photos)}
      categories={listOf(form.values.categories, separators.categories)}
    >
      <ProductFields bind={bind} />
      <PhotosField field={bind('photos')} separators={separators} />
      <CategoriesField field={bind('categories')} separators={separators} />
      {outcome && <ResultNote result={outcome} />}
      {outcome?.good && <ShopLink {...outcome.product} />}
    </ProductForm>
  );
}
