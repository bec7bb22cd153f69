import { useMutation } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { type CreateProductResult, CreateProductDocument } from '../../../__generated__/lazyOperations';
import { serverMessage } from '../../../lib/serverMessage';
import { initialValues as empty, isProductField, type ProductValues, type Separators } from '../productFields';
import { commas, toInput } from './createProduct';
import { useUnsavedChangesPrompt } from '../../../ui/useUnsavedChangesPrompt';
import { forgetLists } from './forgetLists';
import { CategoriesField, PhotosField, ProductFields } from './ProductFields';
import { ResultNote } from './ResultNote';
import { ShopLink } from './ShopLink';
import { ShopPreview } from './ShopPreview';
import { StockSwitch } from './StockSwitch';
import { listOf } from './typedTexts';
import { useProductForm } from './useProductForm';
import './productForm.css';

type Created = CreateProductResult['createProduct']['product'];
type Outcome = { good: true; sentence: string; product: Created } | { good: false; sentence: string };

const noResponse = 'the shop gave no answer. What you typed is still here: please try again.';

function useCreateProduct(initialValues: ProductValues, separators: Separators) {
  const [create] = useMutation(CreateProductDocument, { update: forgetLists });
  const [outcome, setOutcome] = useState<Outcome>();
  const parts = useProductForm({
    initialValues,
    fieldOf: (field) => (isProductField(field) ? field : undefined),
    save: async (values, headers) => {
      setOutcome(undefined);
      const { data } = await create({ variables: { input: toInput(values, separators) }, context: { headers } });
      if (!data) throw new Error('The shop gave no answer');
      setOutcome({ good: true, sentence: 'Product created successfully!', product: data.createProduct.product });
      parts.form.resetForm({ values: empty });
    },
    onFailed: (error) =>
      setOutcome({ good: false, sentence: `Failed to create product: ${serverMessage(error, noResponse)}` }),
  });
  return { ...parts, outcome };
}

interface Props {
  initialValues?: ProductValues;
  separators?: Separators;
}

export function CreateProductForm({ initialValues = empty, separators = commas }: Props) {
  const { form, submit, bind, outcome } = useCreateProduct(initialValues, separators);
  const { values, isSubmitting } = form;
  const question = useUnsavedChangesPrompt(form.dirty);
  return (
    <div className="product-form-page">
      <form className="card-box product-form" {...submit}>
        <ProductFields bind={bind} />
        <PhotosField field={bind('photos')} separators={separators} />
        <CategoriesField field={bind('categories')} separators={separators} />
        {outcome && <ResultNote result={outcome} />}
        {outcome?.good && <ShopLink {...outcome.product} />}
        <div className="form-end">
          <StockSwitch checked={values.inStock} onChange={(inStock) => void form.setFieldValue('inStock', inStock)} />
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Creating product...' : 'Create Product'}
          </Button>
        </div>
      </form>
      <ShopPreview
        {...values}
        photos={listOf(values.photos, separators.photos)}
        categories={listOf(values.categories, separators.categories)}
      />
      {question}
    </div>
  );
}
