import { AddProductForm } from '../../features/products/form/AddProductForm';
import { Title } from './Title';

export function AddProductPage() {
  return (
    <>
      <Title>Add Product</Title>
      <AddProductForm />
    </>
  );
}
