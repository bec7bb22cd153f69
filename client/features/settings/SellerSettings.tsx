import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { useState } from 'react';
import type { ApiError } from '../../lib/apiError';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { useFormSubmit } from '../../ui/formBinding';
import { fieldGrid } from '../../ui/fieldGrid';
import { FormField } from '../../ui/FormField';
import { LoadFailure } from '../../ui/LoadFailure';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { PlaceFields } from './PlaceFields';
import { describeSeller, type SellerContent, type SellerErrors, sellerField, validateSeller } from './sellerContent';
import { SettingsConflict } from './SettingsConflict';
import { useCountries } from './useCountries';
import { useSellerSettings } from './useSellerSettings';

/** About as high as the form: no layout shift. */
const formHeight = { xs: 640, sm: 420 };

/** The seller on new invoices. */
export function SellerSettings() {
  const { settings, round, loadError, retry, edits } = useSellerSettings();
  if (!settings)
    return loadError ? (
      <LoadFailure sentence="Failed to load the seller" onRetry={retry} />
    ) : (
      <Skeleton sx={{ height: formHeight, width: 1 }} />
    );
  return (
    <Stack sx={{ gap: 2, width: 1 }}>
      {edits.conflict && <SettingsConflict conflict={edits.conflict} describe={describeSeller} />}
      {edits.failure && <ErrorAlert sentence={edits.failure} />}
      <SellerForm
        key={round}
        initialValues={settings.content}
        onSave={(next, onRefused) => edits.save({ edit: () => next, onRefused })}
      />
    </Stack>
  );
}

interface FormProps {
  initialValues: SellerContent;
  onSave: (values: SellerContent, onRefused: (refusal: ApiError) => boolean) => Promise<void>;
}

function SellerForm({ initialValues, onSave }: FormProps) {
  const { countries } = useCountries();
  const [refusals, setRefusals] = useState<SellerErrors>({});

  function showRefusal({ field, message }: ApiError): boolean {
    const name = sellerField(field);
    if (name) setRefusals({ [name]: message });
    return name !== undefined;
  }

  const form = useFormik<SellerContent>({
    initialValues,
    validate: validateSeller,
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: (values) => {
      setRefusals({});
      return onSave(values, showRefusal);
    },
  });
  const submit = useFormSubmit(form);
  const { values, isSubmitting, dirty, setFieldValue, setValues } = form;
  const errors: SellerErrors = { ...refusals, ...form.errors };
  const question = useUnsavedChangesPrompt(dirty);
  const country = countries.find(({ code }) => code === values.countryCode);
  const has = (field: 'CITY' | 'POSTAL_CODE' | 'REGION') => !country || country.fields.includes(field);
  const bind = (name: keyof SellerContent, autoComplete: string) => ({
    ...{ name, autoComplete, value: values[name], error: errors[name] },
    onChange: (value: string) => void setFieldValue(name, value),
  });
  return (
    <Stack component="form" {...submit} sx={{ gap: 2.5, width: 1 }}>
      {question}
      <Box sx={fieldGrid(2)}>
        <FormField label="Name of the seller" required {...bind('name', 'organization')} />
        <FormField label="Tax number" {...bind('taxNumber', 'off')} />
        <FormField label="Street and number" required {...bind('streetLine1', 'address-line1')} />
        <FormField label="Floor or building" {...bind('streetLine2', 'address-line2')} />
        {has('CITY') && <FormField label={country?.cityLabel ?? 'City'} {...bind('city', 'address-level2')} />}
        {has('POSTAL_CODE') && (
          <FormField label={country?.postalCodeLabel ?? 'Postcode'} {...bind('postalCode', 'postal-code')} />
        )}
        {has('REGION') && country?.regions.length === 0 && (
          <FormField label={country.regionLabel} {...bind('region', 'address-level1')} />
        )}
      </Box>
      <PlaceFields
        {...{ countries, errors }}
        place={values}
        wholeCountry="Choose one"
        onChange={(place) => void setValues({ ...values, ...place })}
      />
      <div>
        <Button type="submit" variant="ink" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save seller'}
        </Button>
      </div>
    </Stack>
  );
}
