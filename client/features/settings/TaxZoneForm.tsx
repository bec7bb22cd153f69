import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { useFormik } from 'formik';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ApiError } from '../../lib/apiError';
import { useFormSubmit } from '../../ui/formBinding';
import { fieldGrid } from '../../ui/fieldGrid';
import { FormField } from '../../ui/FormField';
import { Panel } from '../../ui/Panel';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { FormActions } from './FormActions';
import { PlaceFields } from './PlaceFields';
import { SwitchField } from '../../ui/SwitchField';
import { type TaxZoneErrors, type TaxZoneValues, validateTaxZone } from './taxZoneForm';
import type { Country } from './useCountries';

interface Props {
  title: ReactNode;
  initialValues: TaxZoneValues;
  countries: readonly Country[];
  onSave: (values: TaxZoneValues, onRefused: (refusal: ApiError) => boolean) => Promise<void>;
  onClose: () => void;
  /** Undefined for a new zone. */
  onDelete: (() => void) | undefined;
}

export function TaxZoneForm({ title, initialValues, countries, onSave, onClose, onDelete }: Props) {
  const [refusals, setRefusals] = useState<TaxZoneErrors>({});
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    area.current?.querySelector('input')?.focus();
  }, []);

  function showRefusal({ field = '', message }: ApiError): boolean {
    const name = /^zones\.\d+\.(\w+)$/.exec(field)?.[1];
    if (name === undefined || name === 'id' || !(name in initialValues)) return false;
    setRefusals({ [name]: message });
    return true;
  }

  const form = useFormik<TaxZoneValues>({
    initialValues,
    validate: validateTaxZone,
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: (values) => {
      setRefusals({});
      return onSave(values, showRefusal);
    },
  });
  const submit = useFormSubmit(form);
  const { values, isSubmitting, setFieldValue, setValues } = form;
  const errors: TaxZoneErrors = { ...refusals, ...form.errors };
  const question = useUnsavedChangesPrompt(form.dirty);
  const bind = (name: 'name' | 'standardRate' | 'reducedRate') => ({
    ...{ name, autoComplete: 'off', required: true, value: values[name], error: errors[name] },
    onChange: (value: string) => void setFieldValue(name, value),
  });

  return (
    <Box ref={area} sx={{ width: 1 }}>
      {question}
      <Panel title={title}>
        <Stack component="form" {...submit} sx={{ gap: 2.5 }}>
          <FormField label="Zone name" {...bind('name')} />
          <PlaceFields
            {...{ countries, errors }}
            place={values}
            wholeCountry="The whole country"
            onChange={(place) => void setValues({ ...values, ...place })}
          />
          <Box sx={fieldGrid(2)}>
            <FormField label="Standard, %" inputMode="decimal" {...bind('standardRate')} />
            <FormField label="Reduced, %" inputMode="decimal" {...bind('reducedRate')} />
          </Box>
          <SwitchField
            label="Shipping is taxed, by the standard rate"
            checked={values.isShippingTaxed}
            onChange={(isOn) => void setFieldValue('isShippingTaxed', isOn)}
          />
          <FormActions {...{ isSubmitting, onClose, onDelete }} />
        </Stack>
      </Panel>
    </Box>
  );
}
