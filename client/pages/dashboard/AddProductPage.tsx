import { AddProductForm } from '../../features/products/form/AddProductForm';
import { usePageTitle } from '../../ui/usePageTitle';

export function AddProductPage() {
  usePageTitle('Add Product', 'Offer something new in the shop.');
  return (
    <>
      <h1>Add Product</h1>
      <AddProductForm />
    </>
  );
}
