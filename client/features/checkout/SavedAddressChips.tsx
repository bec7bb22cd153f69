import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import Chip from '@mui/material/Chip';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import { SvgIcon } from '../../ui/SvgIcon';
import { checkoutIcons } from './checkoutIcons';
import type { SavedAddress, SavedAddresses } from './useSavedAddresses';

const row = { flexWrap: 'wrap', gap: 1 } as const;

const labelOf = ({ streetLine1, city, isDefault }: SavedAddress): string =>
  `${[streetLine1, city].filter(Boolean).join(', ')}${isDefault ? ' (default)' : ''}`;

/** A chip fills the fields below; 'New' clears them. */
export function SavedAddressChips({ addresses }: { addresses: SavedAddresses }) {
  const { saved, chosen, fill, makeDefault, remove } = addresses;
  if (saved.length === 0) return null;
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" role="group" aria-label="Saved addresses" sx={row}>
        {saved.map((each) => (
          <Chip
            key={each.id}
            variant="filter"
            component="button"
            type="button"
            aria-pressed={each === chosen}
            label={<bdi>{labelOf(each)}</bdi>}
            onClick={() => fill(each)}
          />
        ))}
        <Chip
          variant="filter"
          component="button"
          type="button"
          icon={<SvgIcon lines={checkoutIcons.plus} size={16} />}
          label="New"
          onClick={() => fill()}
        />
      </Stack>
      {chosen && (
        <Stack direction="row" sx={{ ...row, columnGap: 2.5 }}>
          {!chosen.isDefault && (
            <Button variant="link" onClick={() => void makeDefault(chosen)}>
              Make it the default
            </Button>
          )}
          <Button variant="link" onClick={() => void remove(chosen)}>
            Delete this address
          </Button>
        </Stack>
      )}
    </Stack>
  );
}

/** For a typed address that is not saved yet; 'Place order' saves it if it is complete. */
export function SaveThisAddress({ addresses }: { addresses: SavedAddresses }) {
  const { isSignedIn, chosen, isWanted, want } = addresses;
  if (!isSignedIn || chosen) return null;
  return (
    <FormControlLabel
      label="Save this address"
      control={<Checkbox checked={isWanted} onChange={(_event, checked) => want(checked)} />}
    />
  );
}
