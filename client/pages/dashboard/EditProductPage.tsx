import { useQuery } from '@apollo/client/react';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { EditableProductDocument } from '../../__generated__/lazyOperations';
import type { EditableProduct } from '../../features/products/form/editProduct';
import { EditProductForm } from '../../features/products/form/EditProductForm';
import { serverMessage } from '../../lib/serverMessage';
import { useRole } from '../../session/useRole';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { PageTitle, type PageTitleProps } from '../../ui/PageTitle';
import { useIsCurrentPage } from '../../ui/useIsCurrentPage';
import { NotFoundPage } from '../NotFoundPage';
import { Title } from './Title';

/** The address's product; saving a new slug keeps the form. */
function useEditable(slug: string) {
  const [saved, setSaved] = useState<{ product: EditableProduct; slugs: readonly string[] }>();
  const isSaved = saved?.slugs.includes(slug) === true;
  const { data, error, refetch } = useQuery(EditableProductDocument, {
    variables: { slug },
    fetchPolicy: 'network-only',
    // Strangers see neither the count nor a product that is switched off.
    context: { needsCaller: true },
    skip: isSaved,
  });
  return {
    product: isSaved ? saved.product : data?.product,
    isLoaded: isSaved || data !== undefined,
    error,
    refetch,
    // Until the URL has the new slug, the old one still identifies it.
    setSaved: (product: EditableProduct) => setSaved({ product, slugs: [slug, product.slug] }),
  };
}

export function EditProductPage({ description }: PageTitleProps) {
  const { slug = '' } = useParams();
  const navigate = useNavigate();
  const isCurrentPage = useIsCurrentPage();
  const { role, status } = useRole();
  const { product, isLoaded, error, refetch, setSaved } = useEditable(slug);
  // Only its owner and admins are told the e-mail, whichever the account has by now.
  const mayEdit = product && (product.email !== null || role === 'admin');

  if (error && !product) {
    return (
      <>
        <Title>Edit Product</Title>
        <ErrorAlert sentence={serverMessage(error, 'Failed to load products')} />
        <Button onClick={() => void refetch().catch(() => undefined)}>Try again</Button>
      </>
    );
  }
  if (isLoaded && !mayEdit && (!product || status !== 'loading')) return <NotFoundPage />;
  return (
    <>
      {mayEdit && <PageTitle title={`Edit ${product.name}`} description={description} />}
      <Title>Edit Product</Title>
      {mayEdit ? (
        <EditProductForm
          key={product.id}
          product={product}
          onSaved={(saved) => {
            setSaved(saved);
            if (saved.slug !== slug && isCurrentPage())
              void navigate(`/dashboard/editProduct/${saved.slug}`, { replace: true });
          }}
        />
      ) : (
        <p role="status">Loading product...</p>
      )}
    </>
  );
}
