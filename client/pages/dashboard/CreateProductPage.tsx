import { useQuery } from '@apollo/client/react';
import { useSearchParams } from 'react-router-dom';
import { EditableProductDocument } from '../../__generated__/lazyOperations';
import { copyOf, separatorsOf } from '../../features/products/form/createProduct';
import { CreateProductForm } from '../../features/products/form/CreateProductForm';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { Title } from './Title';

export function CreateProductPage() {
  const [parameters] = useSearchParams();
  const from = parameters.get('from');
  return (
    <>
      <Title>Create Product</Title>
      {from ? <Copy key={from} slug={from} /> : <CreateProductForm />}
    </>
  );
}

/** Starts from another product (`?from=`). */
function Copy({ slug }: { slug: string }) {
  const { data, error } = useQuery(EditableProductDocument, {
    variables: { slug },
    fetchPolicy: 'network-only',
    context: { needsCaller: true },
  });
  if (!data && !error) return <p role="status">Loading product...</p>;
  const product = data?.product;
  if (product) return <CreateProductForm initialValues={copyOf(product)} separators={separatorsOf(product)} />;
  return (
    <>
      <ErrorAlert sentence="The product to copy could not be loaded. The form is empty." />
      <CreateProductForm />
    </>
  );
}
