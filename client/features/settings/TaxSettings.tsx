import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type ReactNode, useRef } from 'react';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { LoadFailure } from '../../ui/LoadFailure';
import { SvgIcon } from '../../ui/SvgIcon';
import { ExampleNotice } from './ExampleNotice';
import { SettingsConflict } from './SettingsConflict';
import { settingsIcons } from './settingsIcons';
import {
  describeTaxes,
  includeTax,
  maxTaxZones,
  putZone,
  removeTaxZone,
  type TaxContent,
  type TaxZone,
} from './taxContent';
import { SwitchField } from '../../ui/SwitchField';
import { TaxPreview } from './TaxPreview';
import { newTaxZone, taxZoneOf, type TaxZoneValues, taxZoneValues } from './taxZoneForm';
import { TaxZoneForm } from './TaxZoneForm';
import { TaxZonesTable } from './TaxZonesTable';
import { type Country, useCountries } from './useCountries';
import { isUnchanged, type OpenZone, useOpenZone } from './useOpenZone';
import { useTaxImport } from './useTaxImport';
import { useTaxSettings } from './useTaxSettings';
import { zoneTitle } from './zoneTitle';

/** The page has the heading; import, export and the button that adds a zone stand beside it. */
export function TaxSettings({ heading }: { heading: ReactNode }) {
  const { settings, loadError, retry, edits } = useTaxSettings();
  const { countries, hasFailed, retry: retryCountries } = useCountries();
  const file = useTaxImport(countries, edits);
  const { open, setOpen, close, discard, add, top } = useOpenZone<TaxZoneValues, TaxZone>(edits);
  const content = settings?.content;
  const mayAdd = content !== undefined && open === undefined && content.zones.length < maxTaxZones;
  return (
    <>
      <Stack
        ref={top}
        tabIndex={-1}
        direction="row"
        sx={{ flexWrap: 'wrap', justifyContent: 'space-between', gap: 2, width: 1, outline: 0 }}
      >
        {heading}
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
          {content && countries.length > 0 && <ImportButton onChoose={(chosen) => void file.choose(chosen)} />}
          {content && (
            <Button variant="quiet" size="small" onClick={() => file.exportZones(content)}>
              Export CSV
            </Button>
          )}
          <Button
            ref={add}
            size="small"
            startIcon={<SvgIcon lines={settingsIcons.plus} />}
            aria-disabled={!mayAdd}
            onClick={() => mayAdd && setOpen({ values: newTaxZone, zone: undefined })}
          >
            Add zone
          </Button>
        </Stack>
      </Stack>
      {file.problems.length > 0 && <FileProblems problems={file.problems} />}
      {settings?.isExample && <ExampleNotice kept="orders keep what is here when they are placed." />}
      <SettingsConflict conflict={edits.conflict} describe={describeTaxes} onKeepTheirs={() => open && discard(open)} />
      {!content && !loadError && <p role="status">Loading...</p>}
      {!content && loadError && <LoadFailure sentence="Failed to load the tax settings" onRetry={retry} />}
      {hasFailed && <LoadFailure sentence="Failed to load the countries" onRetry={retryCountries} />}
      {content && <IncludeSwitch content={content} onChange={(isOn) => void edits.save({ edit: includeTax(isOn) })} />}
      {open && <OpenForm key={open.values.id ?? 'new'} {...{ open, countries, edits, close, discard }} />}
      {content && content.zones.length > 0 && (
        <Paper variant="panel" sx={{ py: 1 }}>
          <TaxZonesTable
            zones={content.zones}
            countries={countries}
            isLocked={open !== undefined}
            onEdit={(zone) => setOpen({ values: taxZoneValues(zone), zone })}
          />
        </Paper>
      )}
      <Typography variant="body2" color="textSecondary">
        An address in no zone: tax 0%, and the order says so. Rates are yours to keep up to date.
      </Typography>
      {settings && <TaxPreview countries={countries} first={firstPlace(settings.content)} version={settings.version} />}
    </>
  );
}

interface OpenFormProps extends Pick<ReturnType<typeof useOpenZone<TaxZoneValues, TaxZone>>, 'close' | 'discard'> {
  open: OpenZone<TaxZoneValues, TaxZone>;
  countries: readonly Country[];
  edits: ReturnType<typeof useTaxSettings>['edits'];
}

function OpenForm({ open, countries, edits, close, discard }: OpenFormProps) {
  const { values: opened } = open;
  const { id } = opened;
  const isCurrent = ({ zones }: TaxContent) => isUnchanged(open, zones);
  return (
    <TaxZoneForm
      title={zoneTitle(opened)}
      initialValues={opened}
      countries={countries}
      onClose={() => discard(open)}
      onSave={(values, sending) =>
        edits.save({ ...sending, edit: putZone(taxZoneOf(values)), isCurrent, onSaved: () => close(open, id) })
      }
      onDelete={
        id === null
          ? undefined
          : (sending) =>
              edits.save({ ...sending, edit: removeTaxZone(id), isCurrent, onSaved: () => close(open, null) })
      }
    />
  );
}

/** The first zone's, so that the preview shows a tax. */
const firstPlace = ({ zones: [zone] }: TaxContent) => ({
  countryCode: zone?.countryCode ?? 'US',
  region: zone?.region ?? '',
});

function ImportButton({ onChoose }: { onChoose: (file: File | undefined) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        startIcon={<SvgIcon lines={settingsIcons.upload} />}
        onClick={() => input.current?.click()}
      >
        Import CSV
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept=".csv,text/csv"
        aria-label="CSV file"
        onChange={({ target }) => {
          onChoose(target.files?.[0]);
          // Reset, so that the same file can be selected again.
          target.value = '';
        }}
      />
    </>
  );
}

const maxProblems = 10;

function FileProblems({ problems }: { problems: readonly string[] }) {
  const more = problems.length - maxProblems;
  const shown = problems.slice(0, maxProblems);
  return (
    <ErrorAlert sentence={['Nothing was changed.', ...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(' · ')} />
  );
}

interface IncludeProps {
  content: TaxContent;
  onChange: (isOn: boolean) => void;
}

/** First, because it changes the meaning of every price. */
function IncludeSwitch({ content: { pricesIncludeTax }, onChange }: IncludeProps) {
  return (
    <Paper
      variant="panel"
      sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1.5 }}
    >
      <SwitchField label="Prices include tax" variant="h6" checked={pricesIncludeTax} onChange={onChange} />
      <Typography variant="body2" color="textSecondary">
        {pricesIncludeTax
          ? 'On: every price is what the buyer pays, and says how much of it is tax.'
          : 'Off: tax is added at checkout, as is usual in the United States.'}
      </Typography>
    </Paper>
  );
}
