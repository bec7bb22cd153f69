import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { formatCents } from '../../lib/money';
import { formatDays } from './settingsNumbers';
import { type SettingsColumn, SettingsTable } from './SettingsTable';
import type { Method, Zone } from './shippingContent';

interface Props {
  zone: Zone;
  onOffer: (id: string, isOffered: boolean) => void;
}

const card = { columns: 'repeat(3, minmax(0, 1fr))', areas: '"name name price" "free days offered"' };

export function MethodsTable({ zone, onOffer }: Props) {
  const columns: readonly SettingsColumn<Method>[] = [
    {
      key: 'name',
      header: 'Method',
      cell: ({ name }) => (
        <Typography variant="label" component="b" sx={{ overflowWrap: 'anywhere' }}>
          <bdi>{name}</bdi>
        </Typography>
      ),
    },
    { key: 'price', header: 'Price', bare: true, cell: ({ price }) => formatCents(price) },
    {
      key: 'free',
      header: 'Free above',
      cell: ({ freeAbove }) => (freeAbove === null ? '–' : formatCents(freeAbove)),
    },
    {
      key: 'days',
      header: 'Working days',
      cell: ({ earliestDays, latestDays }) => formatDays(earliestDays, latestDays),
    },
    {
      key: 'offered',
      header: 'Offered',
      bare: true,
      cell: ({ id, name, isOffered }) => (
        <Switch
          checked={isOffered}
          slotProps={{ input: { 'aria-label': `Offer ${name}` } }}
          onChange={(_event, isOn) => id !== null && onOffer(id, isOn)}
        />
      ),
    },
  ];
  return (
    <SettingsTable
      label={`Methods of ${zone.name}`}
      columns={columns}
      rows={zone.methods}
      keyOf={({ id, name }) => id ?? name}
      wide="minmax(0, 2fr) repeat(4, minmax(0, 1fr))"
      card={card}
    />
  );
}
