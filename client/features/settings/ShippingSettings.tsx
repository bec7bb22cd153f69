import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { LoadFailure } from '../../ui/LoadFailure';
import { Panel } from '../../ui/Panel';
import { SvgIcon } from '../../ui/SvgIcon';
import { CountryPicker } from './CountryPicker';
import { ExampleNotice } from './ExampleNotice';
import { SettingsConflict } from './SettingsConflict';
import { settingsIcons } from './settingsIcons';
import {
  describeShipping,
  excludeCountry,
  includeCountry,
  lostCountries,
  offerMethod,
  placeZone,
  removeZone,
  type ShippingContent,
  type Zone,
} from './shippingContent';
import { useCountries } from './useCountries';
import { isUnchanged, type OpenZone as Opened, useOpenZone } from './useOpenZone';
import { useShippingSettings } from './useShippingSettings';
import { ZoneCard } from './ZoneCard';
import { maxZones, newMethod, newZoneValues, zoneOf, type ZoneValues, zoneValues } from './zoneForm';
import { ZoneForm } from './ZoneForm';
import { zoneTitle } from './zoneTitle';
import { zoneWith } from './zoneWith';

type Edits = ReturnType<typeof useShippingSettings>['edits'];

type OpenZone = Opened<ZoneValues, Zone>;

/** The page has the heading; the button that adds a zone stands beside it. */
export function ShippingSettings({ heading }: { heading: ReactNode }) {
  const { settings, loadError, retry, edits } = useShippingSettings();
  const countries = useCountries();
  const { open, setOpen, close, discard, add, top } = useOpenZone<ZoneValues, Zone>(edits);
  const content = settings?.content;
  const mayAdd = content !== undefined && open === undefined && content.zones.length < maxZones;
  return (
    <>
      <Stack
        ref={top}
        tabIndex={-1}
        direction="row"
        sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, width: 1, outline: 0 }}
      >
        {heading}
        <Button
          ref={add}
          startIcon={<SvgIcon lines={settingsIcons.plus} />}
          aria-disabled={!mayAdd}
          onClick={() => mayAdd && setOpen({ values: newZoneValues(content), zone: undefined })}
        >
          Add zone
        </Button>
      </Stack>
      <Typography color="textSecondary">
        An address gets the methods of the first zone it fits. Orders that are already placed keep theirs.
      </Typography>
      {settings?.isExample && <ExampleNotice kept="orders keep what is here when they are placed." />}
      <SettingsConflict
        conflict={edits.conflict}
        describe={describeShipping(countries.nameOf)}
        onKeepTheirs={() => open && discard(open)}
      />
      {!content && !loadError && <p role="status">Loading...</p>}
      {!content && loadError && <LoadFailure sentence="Failed to load the shipping settings" onRetry={retry} />}
      {countries.hasFailed && <LoadFailure sentence="Failed to load the countries" onRetry={countries.retry} />}
      {content && <Zones {...{ content, countries, edits, open, setOpen, close, discard }} />}
    </>
  );
}

interface ZonesProps {
  content: ShippingContent;
  countries: ReturnType<typeof useCountries>;
  edits: Edits;
  open: OpenZone | undefined;
  setOpen: (open: OpenZone) => void;
  close: (closed: OpenZone, focused: string | null) => void;
  discard: (closed: OpenZone) => void;
}

function Zones({ content, countries, edits, open, setOpen, close, discard }: ZonesProps) {
  const { zones, excludedCountries } = content;
  const [chosen, setChosen] = useState('');
  const form = open && (
    <OpenForm key={open.values.id ?? 'new'} {...{ open, content, countries, edits, close, discard }} />
  );
  const cards = zones.map((zone) =>
    open && zone.id === open.values.id ? (
      form
    ) : (
      <ZoneCard
        key={zone.id}
        zone={zone}
        lost={lostCountries(content, zone)}
        nameOf={countries.nameOf}
        isLocked={open !== undefined}
        onEdit={() => setOpen({ values: zoneValues(zone, content), zone })}
        onAddMethod={() => {
          const values = zoneValues(zone, content);
          setOpen({ values: { ...values, methods: [...values.methods, newMethod()] }, zone });
        }}
        onOffer={(id, isOffered) => void edits.save({ edit: offerMethod(id, isOffered) })}
      />
    ),
  );
  return (
    <>
      {/* In one list: the form of a zone that somebody else removes keeps its input. */}
      {[...(open && !isStored(content, open) ? [form] : []), ...cards]}
      <Panel title="Not delivered to">
        <Typography color="textSecondary">The checkout says: ‘We do not deliver to this country yet’</Typography>
        <CountryPicker
          label="Not delivered to"
          codes={excludedCountries}
          {...countries}
          chosen={chosen}
          onChoose={setChosen}
          onAdd={(code) => void edits.save({ edit: excludeCountry(code) })}
          onRemove={(code) => void edits.save({ edit: includeCountry(code) })}
        />
      </Panel>
    </>
  );
}

/** Not a new zone, nor one that somebody else has removed. */
const isStored = ({ zones }: ShippingContent, { values }: OpenZone): boolean =>
  zoneWith(zones, values.id) !== undefined;

type OpenFormProps = Omit<ZonesProps, 'open' | 'setOpen'> & { open: OpenZone };

function OpenForm({ open, content, countries, edits, close, discard }: OpenFormProps) {
  const { values: opened } = open;
  const { id } = opened;
  const isCurrent = ({ zones }: ShippingContent) => isUnchanged(open, zones);
  return (
    <ZoneForm
      title={zoneTitle(opened)}
      initialValues={opened}
      places={content.zones.length + (isStored(content, open) ? 0 : 1)}
      countries={countries}
      onClose={() => discard(open)}
      onSave={(values, sending) =>
        edits.save({
          ...sending,
          edit: placeZone(zoneOf(values), Number(values.place), values.place !== opened.place),
          isCurrent,
          onSaved: () => close(open, id),
        })
      }
      onDelete={
        id === null
          ? undefined
          : (sending) => edits.save({ ...sending, edit: removeZone(id), isCurrent, onSaved: () => close(open, null) })
      }
    />
  );
}
