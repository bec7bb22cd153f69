import { useMutation } from '@apollo/client/react';
import Box from '@mui/material/Box';
import { useState } from 'react';
import { CreateProductDocument } from '../../../__generated__/lazyOperations';
import { serverMessage } from '../../../lib/serverMessage';
import { FormField } from '../../../ui/FormField';
import { toast } from '../../../ui/toast';
import { addProductSchema, emptyAddProduct, fieldOf, toInput } from './addProduct';
import { CategoryChoices } from './CategoryChoices';
import { forgetLists } from './forgetLists';
import { PhotoPreviews } from './PhotoPreviews';
import { ProductFields } from './ProductFields';
import { pair, ProductForm } from './ProductForm';
import { ShopLink } from './ShopLink';
import { useProductForm } from './useProductForm';

function useAddProduct() {
  const [create] = useMutation(CreateProductDocument, { update: forgetLists });
  const [added, setAdded] = useState<{ name: string; slug: string }>();
  const parts = useProductForm({
    initialValues: emptyAddProduct,
    schema: addProductSchema,
    fieldOf,
    save: async (values, headersOf) => {
      setAdded(undefined);
      const input = toInput(values);
      const { data } = await create({ variables: { input }, context: { headers: headersOf(input) } });
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
  const { values } = form;
  const filled = (texts: readonly string[]) => texts.map((text) => text.trim()).filter((text) => text !== '');
  const categories = filled([values.category1, values.category2]);
  return (
    <ProductForm
      form={form}
      submit={submit}
      isUnsaved={form.dirty}
      button={{ words: 'Add Product', pending: 'Adding product...' }}
      photos={filled([values.photo1, values.photo2])}
      categories={categories}
    >
      <ProductFields bind={bind} required />
      <Box sx={pair}>
        {(['photo1', 'photo2'] as const).map((slot, index) => (
          <div key={slot}>
            <FormField label={`Photo URL ${index + 1}`} autoComplete="off" hint="Optional" {...bind(slot)} />
            <PhotoPreviews photos={[values[slot].trim()]} />
          </div>
        ))}
      </Box>
      <Box sx={pair}>
        <FormField label="Category 1" autoComplete="off" hint="Optional, the main category" {...bind('category1')} />
        <FormField label="Category 2" autoComplete="off" hint="Optional, the subcategory" {...bind('category2')} />
      </Box>
      <CategoryChoices
        chosen={categories}
        onChange={([category1 = '', ...others]) =>
          void form.setValues({ ...values, category1, category2: others.at(-1) ?? '' })
        }
      />
      {added && <ShopLink {...added} />}
    </ProductForm>
  );
}
