import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { pluralize } from '../../lib/pluralize';
import { Icon } from '../../ui/Icon';
import { SvgIcon } from '../../ui/SvgIcon';
import { MethodsTable } from './MethodsTable';
import { settingsIcons } from './settingsIcons';
import type { CountryNames, LostCountries, Zone } from './shippingContent';

interface Props {
  zone: Zone;
  lost: LostCountries;
  nameOf: CountryNames;
  /** While a form is open: opening another one would discard its input. */
  isLocked: boolean;
  onEdit: () => void;
  onAddMethod: () => void;
  onOffer: (id: string, isOffered: boolean) => void;
}

const maxNames = 6;

function firstNames(names: readonly string[]): string {
  const others = names.length - maxNames;
  return `${names.slice(0, maxNames).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

/** '1 country', with its name unless the zone is named after it. */
function countriesWords({ name, countries }: Zone, nameOf: CountryNames): string {
  if (countries === null) return 'Every country that is in no zone above';
  const names = countries.map(nameOf);
  const count = pluralize(names.length, 'country', 'countries');
  return names.length === 1 && names[0] === name ? count : `${count}: ${firstNames(names)}`;
}

/** What the checkout does not do for the zone's countries; empty: nothing. */
function lostWords({ excluded, taken, isUnused }: LostCountries, nameOf: CountryNames): string {
  const isAll = isUnused && taken.length + excluded.length === 0;
  return [
    ...(isAll ? ['No address gets this zone: one above has every country.'] : []),
    ...(isUnused && !isAll ? ['No address gets this zone.'] : []),
    ...(taken.length > 0
      ? [`In zones above: ${firstNames(taken.map(({ code, by }) => `${nameOf(code)} (${by})`))}.`]
      : []),
    ...(excluded.length > 0 ? [`Not delivered to: ${firstNames(excluded.map(nameOf))}.`] : []),
  ].join(' ');
}

export function ZoneCard({ zone, lost, nameOf, isLocked, onEdit, onAddMethod, onOffer }: Props) {
  const id = useId();
  const warning = lostWords(lost, nameOf);
  return (
    <Paper variant="panel" component="section" aria-labelledby={id}>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'start', gap: 2 }}>
        <Typography variant="h4" component="h2" id={id} sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <bdi>{zone.name}</bdi>
        </Typography>
        <Button
          variant="quiet"
          size="small"
          sx={{ flex: 'none' }}
          startIcon={<SvgIcon lines={settingsIcons.edit} />}
          aria-describedby={id}
          data-edits={zone.id}
          aria-disabled={isLocked}
          onClick={() => !isLocked && onEdit()}
        >
          Edit zone
        </Button>
      </Stack>
      <Typography variant="body2" color="textSecondary">
        {countriesWords(zone, nameOf)}
      </Typography>
      {warning !== '' && (
        <Alert severity="warning" role="note" icon={<Icon name="warn" />}>
          {warning}
        </Alert>
      )}
      {zone.methods.length === 0 ? (
        <Typography>No methods: nothing is delivered here.</Typography>
      ) : (
        <MethodsTable zone={zone} onOffer={onOffer} />
      )}
      <div>
        <Button
          variant="text"
          size="small"
          startIcon={<SvgIcon lines={settingsIcons.plus} />}
          aria-describedby={id}
          aria-disabled={isLocked}
          onClick={() => !isLocked && onAddMethod()}
        >
          Add method
        </Button>
      </div>
    </Paper>
  );
}
