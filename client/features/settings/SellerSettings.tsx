import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useEffect, useRef } from 'react';
import { isSame } from '../../lib/isSame';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { fieldGrid } from '../../ui/fieldGrid';
import { FormField } from '../../ui/FormField';
import { LoadFailure } from '../../ui/LoadFailure';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { ExampleNotice } from './ExampleNotice';
import { PlaceFields } from './PlaceFields';
import { describeSeller, type SellerContent, sellerField, validateSeller } from './sellerContent';
import { SettingsConflict } from './SettingsConflict';
import { useCountries } from './useCountries';
import { useSellerSettings } from './useSellerSettings';
import { useSettingsForm } from './useSettingsForm';

/** About as high as the form: no layout shift. */
const formHeight = { xs: 640, sm: 420 };

/** The seller on new invoices. */
export function SellerSettings() {
  const { settings, loadError, retry, edits } = useSellerSettings();
  if (!settings)
    return loadError ? (
      <LoadFailure sentence="Failed to load the seller" onRetry={retry} />
    ) : (
      <Skeleton sx={{ height: formHeight, width: 1 }} />
    );
  return (
    <>
      {settings.isExample && <ExampleNotice kept="invoices keep what is here when the order is paid." />}
      <SellerForm stored={settings.content} edits={edits} />
    </>
  );
}

interface FormProps {
  stored: SellerContent;
  edits: ReturnType<typeof useSellerSettings>['edits'];
}

type Part = 'CITY' | 'POSTAL_CODE' | 'REGION';

function SellerForm({ stored, edits }: FormProps) {
  const { countries, hasFailed, retry } = useCountries();
  const { form, submit, errors, failure, isSaving } = useSettingsForm<SellerContent>({
    initialValues: stored,
    validate: validateSeller,
    fieldOf: sellerField,
    save: (values, sending, opened) =>
      edits.save({
        ...sending,
        edit: () => values,
        isCurrent: (now) => isSame(now, opened.initialValues),
        onSaved: ({ content }) => opened.resetForm({ values: content }),
      }),
  });
  const { values, dirty, initialValues, setFieldValue, setValues, resetForm } = form;
  // An Undo, or somebody else's change, is followed while nothing is typed.
  useEffect(() => {
    if (!dirty && !isSame(stored, initialValues)) resetForm({ values: stored });
  });
  const question = useUnsavedChangesPrompt(dirty);
  const area = useRef<HTMLDivElement>(null);
  useFocusFallback(area, edits.resolved);
  const country = countries.find(({ code }) => code === values.countryCode);
  const has = (part: Part) => !country || country.fields.includes(part);
  const needs = (part: Part) => country?.requiredFields.includes(part) ?? false;
  const bind = (name: keyof SellerContent, autoComplete: string) => ({
    ...{ name, autoComplete, value: values[name], error: errors[name] },
    onChange: (value: string) => void setFieldValue(name, value),
  });
  const { conflict } = edits;
  return (
    <Stack ref={area} tabIndex={-1} sx={{ gap: 2, width: 1, outline: 0 }}>
      {question}
      <SettingsConflict
        conflict={conflict}
        describe={describeSeller}
        onKeepTheirs={() => conflict && resetForm({ values: conflict.now })}
      />
      {hasFailed && <LoadFailure sentence="Failed to load the countries" onRetry={retry} />}
      <Stack component="form" {...submit} sx={{ gap: 2.5, width: 1 }}>
        <Box sx={fieldGrid(2)}>
          <FormField label="Name of the seller" required {...bind('name', 'organization')} />
          <FormField label="Tax number" {...bind('taxNumber', 'off')} />
          <FormField label="Street and number" required {...bind('streetLine1', 'address-line1')} />
          <FormField label="Floor or building" {...bind('streetLine2', 'address-line2')} />
          {has('CITY') && (
            <FormField
              label={country?.cityLabel ?? 'City'}
              required={needs('CITY')}
              {...bind('city', 'address-level2')}
            />
          )}
          {has('POSTAL_CODE') && (
            <FormField
              label={country?.postalCodeLabel ?? 'Postcode'}
              required={needs('POSTAL_CODE')}
              {...bind('postalCode', 'postal-code')}
            />
          )}
          {has('REGION') && country?.regions.length === 0 && (
            <FormField label={country.regionLabel} required={needs('REGION')} {...bind('region', 'address-level1')} />
          )}
        </Box>
        <PlaceFields
          {...{ countries, errors }}
          isRequired
          isRegionRequired={needs('REGION')}
          place={values}
          wholeCountry="Choose one"
          onChange={(place) => void setValues({ ...values, ...place })}
        />
        {failure && <ErrorAlert sentence={failure} />}
        <div>
          <Button type="submit" variant="ink" disabled={isSaving}>
            {isSaving ? 'Saving...' : 'Save seller'}
          </Button>
        </div>
      </Stack>
    </Stack>
  );
}
