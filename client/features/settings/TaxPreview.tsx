import { useQuery } from '@apollo/client/react';
import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { PreviewProductsDocument, TaxPreviewDocument } from '../../__generated__/lazyOperations';
import { formatCents } from '../../lib/money';
import { serverMessage } from '../../lib/serverMessage';
import { taxClassLabels } from '../../lib/taxClassLabels';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { LoadFailure } from '../../ui/LoadFailure';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { FormSelect } from '../../ui/FormSelect';
import { SumList } from '../../ui/SumList';
import { type Place, PlaceFields } from './PlaceFields';
import { formatPercent } from './settingsNumbers';
import type { Country } from './useCountries';

const beside = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1.7fr) minmax(0, 1fr)' },
  alignItems: 'start',
  gap: 3,
} as const;

interface Props {
  countries: readonly Country[];
  /** The preview's initial place. */
  first: Place;
  /** The settings' version, which invalidates earlier results. */
  version: number;
}

export function TaxPreview({ countries, first, version }: Props) {
  const [place, setPlace] = useState(first);
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState('');
  // Not cached: it would share the cached lists of the storefront.
  const { data, error, refetch } = useQuery(PreviewProductsDocument, {
    variables: { search },
    fetchPolicy: 'no-cache',
  });
  const products = data?.products.nodes ?? [];
  const slug = (products.find((product) => product.slug === chosen) ?? products[0])?.slug ?? '';
  return (
    <Panel title="Preview">
      <Box sx={beside}>
        <Stack sx={{ gap: 2.5 }}>
          <PlaceFields countries={countries} place={place} wholeCountry="Any other" onChange={setPlace} />
          <Stack direction="row">
            <SearchField label="Search product" value={search} onChange={setSearch} />
          </Stack>
          {error && (
            <LoadFailure sentence="Failed to load the products" onRetry={() => void refetch().catch(() => undefined)} />
          )}
          <FormSelect
            label="Product"
            hint={data && products.length === 0 ? 'No products found' : undefined}
            value={slug}
            choices={products.map((product) => [product.slug, product.name] as const)}
            onChange={setChosen}
          />
        </Stack>
        {slug !== '' && place.countryCode !== '' && (
          <Sums key={`${version} ${slug} ${place.countryCode} ${place.region}`} slug={slug} place={place} />
        )}
      </Box>
    </Panel>
  );
}

function Sums({ slug, place: { countryCode, region } }: { slug: string; place: Place }) {
  const variables = { slug, countryCode, region: region === '' ? null : region };
  const { data, error } = useQuery(TaxPreviewDocument, { variables, fetchPolicy: 'no-cache' });
  if (error) return <ErrorAlert sentence={serverMessage(error, 'The preview could not be worked out.')} />;
  const preview = data?.taxPreview;
  if (!preview) return <p role="status">Loading...</p>;
  const { price, taxClass, taxZone, rate, tax, taxIncluded, total } = preview;
  const taxLabel =
    taxZone == null ? 'Tax, no zone 0%' : `${taxIncluded ? 'Included tax' : 'Tax'}, ${taxZone} ${formatPercent(rate)}`;
  return (
    <Paper variant="sunken" role="group" aria-label="What the buyer pays">
      <SumList
        sums={[
          ['Price', formatCents(price.amount)],
          ['Class', taxClassLabels[taxClass]],
          [taxLabel, formatCents(tax.amount)],
        ]}
        totalLabel="Buyer pays"
        total={formatCents(total.amount)}
      />
    </Paper>
  );
}
