import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { productPath } from '../../../lib/paths';
import { useRole } from '../../../session/useRole';
import { ErrorAlert } from '../../../ui/ErrorAlert';
import { Link } from '../../../ui/Link';
import { type EditableProduct, isChanged } from './editProduct';
import { CategoriesField, PhotosField, ProductFields } from './ProductFields';
import { pair, ProductForm } from './ProductForm';
import { EditConflict } from './EditConflict';
import { StatusField } from './StatusField';
import { listOf } from './typedTexts';
import { useEditProduct } from './useEditProduct';

interface Props {
  product: EditableProduct;
  onSaved: (product: EditableProduct) => void;
}

export function EditProductForm({ product, onSaved }: Props) {
  const edit = useEditProduct(product, onSaved);
  const { form, submit, bind, base, separators, conflict, failure } = edit;
  const { values } = form;
  const { role } = useRole();
  const isUnsaved = isChanged(values, base);
  return (
    <ProductForm
      form={form}
      submit={submit}
      isUnsaved={isUnsaved}
      button={{ words: 'Save changes', pending: 'Saving...', disabled: !isUnsaved }}
      photos={listOf(values.photos, separators.photos)}
      categories={listOf(values.categories, separators.categories)}
    >
      <ProductFields bind={bind} />
      <PhotosField field={bind('photos')} separators={separators} />
      <Box sx={pair}>
        <CategoriesField field={bind('categories')} separators={separators} />
        <StatusField
          value={values.status}
          locked={base.deactivatedByShop && role !== 'admin'}
          onChange={(status) => void form.setFieldValue('status', status)}
        />
      </Box>
      {conflict && (
        <EditConflict
          {...conflict}
          changes={conflict.changes}
          loading={edit.loading}
          onLoad={() => void edit.loadCurrent()}
          onTake={edit.takeCurrent}
        />
      )}
      {failure && <ErrorAlert sentence={failure} />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', columnGap: 3, rowGap: 1 }}>
        <Link to={productPath(base.slug)} color="primary" variant="dense">
          See it in the shop
        </Link>
        <Link to={`/dashboard/createProduct?from=${encodeURIComponent(base.slug)}`} color="primary" variant="dense">
          Duplicate
        </Link>
      </Stack>
    </ProductForm>
  );
}
