import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { formatPercent } from './settingsNumbers';
import { type SettingsColumn, SettingsTable } from './SettingsTable';
import { jurisdictionOf, type TaxZone } from './taxContent';
import type { Country } from './useCountries';

interface Props {
  zones: readonly TaxZone[];
  countries: readonly Country[];
  /** While a form is open: opening another one would discard its input. */
  isLocked: boolean;
  onEdit: (zone: TaxZone) => void;
}

const card = {
  columns: 'repeat(4, minmax(0, 1fr))',
  areas: '"zone zone zone edit" "standard reduced zero shipping"',
};

/** 'United States, state', or 'Country' for a whole country. */
function placeWords({ countryCode, region }: TaxZone, countries: readonly Country[]): string {
  if (region === null) return 'Country';
  const country = countries.find(({ code }) => code === countryCode);
  return `${country?.name ?? countryCode}, ${(country?.regionLabel ?? 'region').toLowerCase()}`;
}

export function TaxZonesTable({ zones, countries, isLocked, onEdit }: Props) {
  const columns: readonly SettingsColumn<TaxZone>[] = [
    {
      key: 'zone',
      header: 'Zone',
      cell: (zone) => (
        <>
          <Typography variant="label" component="b" id={`tax-${zone.id}`} sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{zone.name}</bdi>
          </Typography>
          <Typography variant="caption" component="span" color="textSecondary" sx={{ display: 'block' }}>
            {placeWords(zone, countries)}
          </Typography>
        </>
      ),
    },
    { key: 'standard', header: 'Standard', cell: ({ standardRate }) => formatPercent(standardRate) },
    { key: 'reduced', header: 'Reduced', cell: ({ reducedRate }) => formatPercent(reducedRate) },
    { key: 'zero', header: 'Zero', cell: () => formatPercent(0) },
    { key: 'shipping', header: 'Shipping taxed', cell: ({ isShippingTaxed }) => (isShippingTaxed ? 'Yes' : 'No') },
    {
      key: 'edit',
      header: 'Edit',
      bare: true,
      cell: (zone) => (
        <Button
          variant="quiet"
          size="small"
          aria-describedby={`tax-${zone.id}`}
          data-edits={zone.id}
          aria-disabled={isLocked}
          onClick={() => !isLocked && onEdit(zone)}
        >
          Edit
        </Button>
      ),
    },
  ];
  return (
    <SettingsTable
      label="Tax zones"
      columns={columns}
      rows={zones}
      keyOf={jurisdictionOf}
      wide="minmax(0, 2fr) repeat(5, minmax(0, 1fr))"
      card={card}
    />
  );
}
