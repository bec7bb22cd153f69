import { useMutation } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { CreateProductDocument } from '../../../__generated__/lazyOperations';
import { serverMessage } from '../../../lib/serverMessage';
import { FormField } from '../../../ui/FormField';
import { toast } from '../../../ui/toast';
import { useUnsavedChangesPrompt } from '../../../ui/useUnsavedChangesPrompt';
import { addProductSchema, emptyAddProduct, fieldOf, toInput } from './addProduct';
import { CategoryChoices } from './CategoryChoices';
import { forgetLists } from './forgetLists';
import { PhotoPreviews } from './PhotoPreviews';
import { ProductFields } from './ProductFields';
import { ShopLink } from './ShopLink';
import { ShopPreview } from './ShopPreview';
import { StockSwitch } from './StockSwitch';
import { useProductForm } from './useProductForm';
import './productForm.css';

function useAddProduct() {
  const [create] = useMutation(CreateProductDocument, { update: forgetLists });
  const [added, setAdded] = useState<{ name: string; slug: string }>();
  const parts = useProductForm({
    initialValues: emptyAddProduct,
    schema: addProductSchema,
    fieldOf,
    save: async (values, headers) => {
      setAdded(undefined);
      const { data } = await create({ variables: { input: toInput(values) }, context: { headers } });
      setAdded(data?.createProduct.product);
      toast('Product added successfully!', 'success');
      parts.form.resetForm();
    },
    onFailed: (error) => toast(serverMessage(error, 'Failed to add product'), 'error'),
  });
  return { ...parts, added };
}

export function AddProductForm() {
  const { form, submit, bind, added } = useAddProduct();
  const { values, isSubmitting } = form;
  const question = useUnsavedChangesPrompt(form.dirty);
  const categories = [values.category1.trim(), values.category2.trim()].filter((category) => category !== '');
  return (
    <div className="product-form-page">
      <form className="card-box product-form" {...submit}>
        <ProductFields bind={bind} required />
        <div className="pair">
          {(['photo1', 'photo2'] as const).map((slot, index) => (
            <div className="photo-slot" key={slot}>
              <FormField label={`Photo URL ${index + 1}`} autoComplete="off" hint="Optional" {...bind(slot)} />
              <PhotoPreviews photos={[values[slot].trim()]} />
            </div>
          ))}
        </div>
        <div className="pair">
          <FormField label="Category 1" autoComplete="off" hint="Optional, the main category" {...bind('category1')} />
          <FormField label="Category 2" autoComplete="off" hint="Optional, the subcategory" {...bind('category2')} />
        </div>
        <CategoryChoices
          chosen={categories}
          onChange={([category1 = '', ...others]) =>
            void form.setValues({ ...values, category1, category2: others.at(-1) ?? '' })
          }
        />
        {added && <ShopLink {...added} />}
        <div className="form-end">
          <StockSwitch checked={values.inStock} onChange={(inStock) => void form.setFieldValue('inStock', inStock)} />
          <Button type="submit" disabled={isSubmitting}>
            {isSubmitting ? 'Adding product...' : 'Add Product'}
          </Button>
        </div>
      </form>
      <ShopPreview
        {...values}
        photos={[values.photo1.trim(), values.photo2.trim()].filter((photo) => photo !== '')}
        categories={categories}
      />
      {question}
    </div>
  );
}
