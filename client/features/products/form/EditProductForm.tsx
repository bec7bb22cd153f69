import Button from '@mui/material/Button';
import { Link } from 'react-router-dom';
import { productPath } from '../../../lib/paths';
import { useRole } from '../../../session/useRole';
import { ErrorAlert } from '../../../ui/ErrorAlert';
import { useUnsavedChangesPrompt } from '../../../ui/useUnsavedChangesPrompt';
import { type EditableProduct, isChanged } from './editProduct';
import { CategoriesField, PhotosField, ProductFields } from './ProductFields';
import { ShopPreview } from './ShopPreview';
import { EditConflict } from './EditConflict';
import { StatusField } from './StatusField';
import { StockSwitch } from './StockSwitch';
import { listOf } from './typedTexts';
import { useEditProduct } from './useEditProduct';
import './productForm.css';

interface Props {
  product: EditableProduct;
  onSaved: (product: EditableProduct) => void;
}

export function EditProductForm({ product, onSaved }: Props) {
  const edit = useEditProduct(product, onSaved);
  const { form, submit, bind, base, separators, conflict, failure } = edit;
  const { values, isSubmitting } = form;
  const { role } = useRole();
  const unsaved = isChanged(values, base);
  const question = useUnsavedChangesPrompt(unsaved);
  return (
    <div className="product-form-page">
      <form className="card-box product-form" {...submit}>
        <ProductFields bind={bind} />
        <PhotosField field={bind('photos')} separators={separators} />
        <div className="pair">
          <CategoriesField field={bind('categories')} separators={separators} />
          <StatusField
            value={values.status}
            locked={base.deactivatedByShop && role !== 'admin'}
            onChange={(status) => void form.setFieldValue('status', status)}
          />
        </div>
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
        <p className="product-links small">
          <Link className="text-button" to={productPath(base.slug)}>
            See it in the shop
          </Link>
          <Link className="text-button" to={`/dashboard/createProduct?from=${encodeURIComponent(base.slug)}`}>
            Duplicate
          </Link>
        </p>
        <div className="form-end">
          <StockSwitch checked={values.inStock} onChange={(inStock) => void form.setFieldValue('inStock', inStock)} />
          <Button type="submit" disabled={isSubmitting || !unsaved}>
            {isSubmitting ? 'Saving...' : 'Save changes'}
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
