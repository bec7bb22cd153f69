import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { SvgIcon } from '../../ui/SvgIcon';
import { MethodsTable } from './MethodsTable';
import { settingsIcons } from './settingsIcons';
import type { CountryNames, Zone } from './shippingContent';

interface Props {
  zone: Zone;
  nameOf: CountryNames;
  /** While a form is open: opening another one would discard its input. */
  isLocked: boolean;
  onEdit: () => void;
  onAddMethod: () => void;
  onOffer: (id: string, isOffered: boolean) => void;
}

const maxNames = 6;

/** '1 country', with its name unless the zone is named after it. */
function countriesWords({ name, countries }: Zone, nameOf: CountryNames): string {
  if (countries === null) return 'Every country without a zone of its own';
  const names = countries.map(nameOf);
  const count = `${names.length} ${names.length === 1 ? 'country' : 'countries'}`;
  if (names.length === 1 && names[0] === name) return count;
  const others = names.length - maxNames;
  return `${count}: ${names.slice(0, maxNames).join(', ')}${others > 0 ? ` and ${others} more` : ''}`;
}

export function ZoneCard({ zone, nameOf, isLocked, onEdit, onAddMethod, onOffer }: Props) {
  const id = useId();
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
