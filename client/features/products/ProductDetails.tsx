import Box from '@mui/material/Box';
import Breadcrumbs from '@mui/material/Breadcrumbs';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Fragment, type ReactNode } from 'react';
import type { ProductQuery } from '../../__generated__/operations';
import { constants } from '../../lib/constants';
import { categoryPath } from '../../lib/paths';
import { Icon } from '../../ui/Icon';
import { Link } from '../../ui/Link';
import { useOriginList } from '../../ui/useOriginList';
import { categoryTint } from './categoryTint';
import { discountPercent } from './discountPercent';
import { displayDefaults } from './displayDefaults';
import { listLink } from './filteredList';
import { PhotoGallery } from './PhotoGallery';
import { Price } from './Price';
import { ProductLayout } from './ProductLayout';
import { Rating } from './Rating';
import { StockStatus } from './StockStatus';

type FullProduct = NonNullable<ProductQuery['product']>;

const { returnDays } = constants;

function Breadcrumb({ product }: { product: FullProduct }) {
  const [main] = product.categories;
  const { path, label } = listLink(useOriginList(), main);
  return (
    <Breadcrumbs aria-label="Breadcrumb">
      <Link to="/">Home</Link>
      <Link to={path}>
        <bdi>{label}</bdi>
      </Link>
      <Box component="bdi" aria-current="page" sx={{ color: 'text.primary' }}>
        {product.name}
      </Box>
    </Breadcrumbs>
  );
}

/** The default category is no link, because it lists nothing. */
function Categories({ categories }: { categories: readonly string[] }) {
  if (categories.length === 0) return constants.defaultMainCategory;
  return categories.map((category, index) => (
    <Fragment key={`${index} ${category}`}>
      {index > 0 && <span aria-hidden="true"> · </span>}
      <Link to={categoryPath(category)} sx={{ display: 'inline-block' }}>
        <bdi>{category}</bdi>
      </Link>
    </Fragment>
  ));
}

const promises = {
  gap: 1.5,
  mt: 3.5,
  p: 0,
  pt: 3,
  borderTop: 1,
  borderColor: 'divider',
  typography: 'body2',
  listStyle: 'none',
  '& li': { display: 'flex', alignItems: 'center', gap: 1.5 },
  '& svg': { color: 'primary.main' },
} as const;

function ServicePromises() {
  return (
    <Stack component="ul" sx={promises}>
      <li>
        <Icon name="truck" />
        <Link to="/shipping">What shipping costs, and how long it takes</Link>
      </li>
      <li>
        <Icon name="back" />
        <Link to="/returns">{returnDays} days to return it</Link>
      </li>
      <li>
        <Icon name="chat" />
        <Link to="/contact">Questions? We answer 24/7</Link>
      </li>
    </Stack>
  );
}

const description = { maxWidth: '38em', mt: 3.25, overflowWrap: 'anywhere', whiteSpace: 'pre-line' } as const;
const saving = {
  p: '6px 9px',
  borderRadius: '4px',
  bgcolor: 'secondary.main',
  color: 'secondary.contrastText',
  fontWeight: 'fontWeightBold',
  lineHeight: 1,
};

export function ProductDetails({ product, action }: { product: FullProduct; action: ReactNode }) {
  const { originalPrice, rating, reviewCount, mainCategory } = displayDefaults(product, 'grid');
  const badge = discountPercent(product);
  return (
    <>
      <Breadcrumb product={product} />
      <ProductLayout
        gallery={
          <PhotoGallery
            key={product.id}
            name={product.name}
            photos={product.photos}
            pictures={product.pictures}
            tint={categoryTint(mainCategory)}
          />
        }
        categories={<Categories categories={product.categories} />}
        nameComponent="h1"
        name={product.name}
        rating={
          <>
            <Rating rating={rating} reviewCount={reviewCount} verbose />
            {/* The key prevents queries of both products in turn, for as long as a slow device renders the new page. */}
            <StockStatus key={product.id} product={product} />
          </>
        }
        price={
          <>
            <Price price={product.price} originalPrice={originalPrice} large />
            {badge > 0 && (
              <Typography variant="caption" sx={saving}>
                -{badge}%
              </Typography>
            )}
          </>
        }
        action={action}
      >
        {product.description !== '' && (
          <Typography dir="auto" data-testid="description" sx={description}>
            {product.description}
          </Typography>
        )}
        <ServicePromises />
      </ProductLayout>
    </>
  );
}
