import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useLocation } from 'react-router-dom';
import { buyNowHint } from '../../lib/buyNowHint';
import { rem } from '../../theme/typography';
import { PageWaiting } from '../../ui/PageWaiting';
import { galleryLayout, largePicture, smallPicture, smallPictures } from './galleryLayout';
import { ProductLayout } from './ProductLayout';

/** The name as guessed from the slug wraps into the same number of lines. */
const nameFrom = (slug: string) => slug.replace(/-/g, ' ').replace(/\b[a-z]/g, (letter) => letter.toUpperCase());

const sizes = {
  large: { ...largePicture, height: 'auto', aspectRatio: '1', borderRadius: rem(12) },
  categories: { display: 'inline-block', width: '45%', height: rem(20), verticalAlign: 'middle' },
  name: { display: 'inline', color: 'transparent', boxDecorationBreak: 'clone' },
  rating: { width: '80%', height: rem(34) },
  price: { width: '45%', height: rem(34) },
  action: { height: rem(52) },
  buyNow: { height: rem(46), mt: 1.5 },
  description: { maxWidth: '38em', height: rem(120), mt: 3.25 },
};

function GallerySkeleton({ count }: { count: number }) {
  return (
    <Box sx={count > 1 ? galleryLayout : null}>
      <Skeleton sx={sizes.large} data-testid="large-picture" />
      {count > 1 && (
        <Stack sx={smallPictures} data-testid="small-pictures">
          {Array.from({ length: count }, (_each, index) => (
            <Skeleton key={index} sx={smallPicture} />
          ))}
        </Stack>
      )}
    </Box>
  );
}

/** No layout shift down to the Add button. Visible only after 300 ms. */
export function ProductSkeleton({ slug }: { slug: string }) {
  // Known only after a click on the product's card.
  const { photos = 1 } = (useLocation().state ?? {}) as { photos?: number };
  return (
    <div role="status">
      <Typography
        variant="label"
        component="p"
        color="textSecondary"
        sx={{ py: 2.75, fontWeight: 'fontWeightRegular' }}
      >
        Loading product...
      </Typography>
      <div aria-hidden="true">
        <ProductLayout
          gallery={<GallerySkeleton count={photos} />}
          categories={<Skeleton sx={sizes.categories} />}
          nameComponent="p"
          name={<Skeleton sx={sizes.name}>{nameFrom(slug)}</Skeleton>}
          rating={<Skeleton sx={sizes.rating} />}
          price={<Skeleton sx={sizes.price} />}
          action={
            <div>
              <Skeleton sx={sizes.action} />
              <Skeleton sx={sizes.buyNow} />
              <Skeleton sx={{ mt: 1 }}>
                <Typography variant="caption" component="p">
                  {buyNowHint}
                </Typography>
              </Skeleton>
            </div>
          }
        >
          <Skeleton sx={sizes.description} />
        </ProductLayout>
      </div>
      <PageWaiting />
    </div>
  );
}
