import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { LoadFailure } from '../../ui/LoadFailure';
import { Panel } from '../../ui/Panel';
import { SvgIcon } from '../../ui/SvgIcon';
import { CountryPicker } from './CountryPicker';
import { SettingsConflict } from './SettingsConflict';
import { settingsIcons } from './settingsIcons';
import {
  describeShipping,
  excludeCountry,
  includeCountry,
  offerMethod,
  placeZone,
  removeZone,
  type ShippingContent,
} from './shippingContent';
import { useCountries } from './useCountries';
import { useFocusAfterClose } from './useFocusAfterClose';
import { useShippingSettings } from './useShippingSettings';
import { ZoneCard } from './ZoneCard';
import { maxZones, newMethod, newZoneValues, zoneOf, type ZoneValues, zoneValues } from './zoneForm';
import { ZoneForm } from './ZoneForm';
import { zoneTitle } from './zoneTitle';

type Edits = ReturnType<typeof useShippingSettings>['edits'];

/** The page has the heading; the button that adds a zone stands beside it. */
export function ShippingSettings({ heading }: { heading: ReactNode }) {
  const { settings, loadError, retry, edits } = useShippingSettings();
  const countries = useCountries();
  const [open, setOpen] = useState<ZoneValues>();
  const { add, remember } = useFocusAfterClose(open !== undefined);
  const content = settings?.content;
  const mayAdd = content !== undefined && open === undefined && content.zones.length < maxZones;
  return (
    <>
      <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, width: 1 }}>
        {heading}
        <Button
          ref={add}
          startIcon={<SvgIcon lines={settingsIcons.plus} />}
          aria-disabled={!mayAdd}
          onClick={() => mayAdd && setOpen(newZoneValues(content))}
        >
          Add zone
        </Button>
      </Stack>
      <Typography color="textSecondary">
        An address gets the methods of the first zone it fits. Orders that are already placed keep theirs.
      </Typography>
      {edits.conflict && <SettingsConflict conflict={edits.conflict} describe={describeShipping(countries.nameOf)} />}
      {edits.failure && <ErrorAlert sentence={edits.failure} />}
      {!content && !loadError && <p role="status">Loading...</p>}
      {!content && loadError && <LoadFailure sentence="Failed to load the shipping settings" onRetry={retry} />}
      {content && (
        <Zones
          {...{ content, countries, edits, open, setOpen }}
          onClosed={(id) => {
            remember(id);
            setOpen(undefined);
          }}
        />
      )}
    </>
  );
}

interface ZonesProps {
  content: ShippingContent;
  countries: ReturnType<typeof useCountries>;
  edits: Edits;
  open: ZoneValues | undefined;
  setOpen: (values: ZoneValues | undefined) => void;
  /** Focuses the zone with this id, if it has one. */
  onClosed: (id: string | null) => void;
}

function Zones({ content, countries, edits, open, setOpen, onClosed }: ZonesProps) {
  const { zones, excludedCountries } = content;
  const form = open && (
    <ZoneForm
      key={open.id ?? 'new'}
      title={zoneTitle(open)}
      initialValues={open}
      places={zones.length + (open.id === null ? 1 : 0)}
      countries={countries}
      onClose={() => onClosed(open.id)}
      onSave={(values, onRefused) =>
        edits.save({
          edit: placeZone(zoneOf(values), Number(values.place)),
          onRefused,
          onSaved: () => onClosed(values.id),
        })
      }
      onDelete={
        open.id === null
          ? undefined
          : () => void edits.save({ edit: removeZone(open.id ?? ''), onSaved: () => onClosed(null) })
      }
    />
  );
  return (
    <>
      {open?.id === null && form}
      {zones.map((zone) =>
        open && zone.id === open.id ? (
          form
        ) : (
          <ZoneCard
            key={zone.id}
            zone={zone}
            nameOf={countries.nameOf}
            isLocked={open !== undefined}
            onEdit={() => setOpen(zoneValues(zone, content))}
            onAddMethod={() => {
              const values = zoneValues(zone, content);
              setOpen({ ...values, methods: [...values.methods, newMethod()] });
            }}
            onOffer={(id, isOffered) => void edits.save({ edit: offerMethod(id, isOffered) })}
          />
        ),
      )}
      <Panel title="Not delivered to">
        <Typography color="textSecondary">The checkout says: ‘We do not deliver to this country yet’</Typography>
        <CountryPicker
          label="Not delivered to"
          codes={excludedCountries}
          {...countries}
          onAdd={(code) => void edits.save({ edit: excludeCountry(code) })}
          onRemove={(code) => void edits.save({ edit: includeCountry(code) })}
        />
      </Panel>
    </>
  );
}
