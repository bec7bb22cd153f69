import { CreateProductForm } from '../../features/products/form/CreateProductForm';
import { usePageTitle } from '../../ui/usePageTitle';

export function CreateProductPage() {
  usePageTitle('Create Product');
  return (
    <>
      <h1>Create Product</h1>
      <CreateProductForm />
    </>
  );
}
