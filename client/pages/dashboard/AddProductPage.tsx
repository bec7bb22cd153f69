import { AddProductForm } from '../../features/products/form/AddProductForm';

export function AddProductPage() {
  return (
    <>
      <h1>Add Product</h1>
      <AddProductForm />
    </>
  );
}
