import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { type ReactNode, useEffect } from 'react';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { fieldGrid } from '../../ui/fieldGrid';
import { FormField } from '../../ui/FormField';
import { Panel } from '../../ui/Panel';
import { SwitchField } from '../../ui/SwitchField';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { FormActions } from './FormActions';
import { PlaceFields } from './PlaceFields';
import { type TaxZoneValues, validateTaxZone } from './taxZoneForm';
import type { Country } from './useCountries';
import { type Sending, useSettingsForm } from './useSettingsForm';

interface Props {
  title: ReactNode;
  initialValues: TaxZoneValues;
  countries: readonly Country[];
  onSave: (values: TaxZoneValues, sending: Sending) => Promise<void>;
  onClose: () => void;
  /** Undefined for a new zone. */
  onDelete: ((sending: Sending) => Promise<void>) | undefined;
}

export function TaxZoneForm({ title, initialValues, countries, onSave, onClose, onDelete }: Props) {
  const { form, submit, errors, failure, isSaving, send } = useSettingsForm<TaxZoneValues>({
    initialValues,
    validate: validateTaxZone,
    fieldOf: (field = '', { countryCode }) => {
      const name = /^zones\.\d+\.(\w+)$/.exec(field)?.[1];
      const hasRegions = countries.some(({ code, regions }) => code === countryCode && regions.length > 0);
      if (name === 'region' && !hasRegions) return 'countryCode';
      return name !== undefined && name !== 'id' && name in initialValues ? name : undefined;
    },
    save: onSave,
  });
  useEffect(() => {
    submit.ref.current?.querySelector('input')?.focus();
  }, [submit.ref]);
  const { values, setFieldValue, setValues } = form;
  const question = useUnsavedChangesPrompt(form.dirty);
  const bind = (name: 'name' | 'standardRate' | 'reducedRate') => ({
    ...{ name, autoComplete: 'off', required: true, value: values[name], error: errors[name] },
    onChange: (value: string) => void setFieldValue(name, value),
  });

  return (
    <Box sx={{ width: 1 }}>
      {question}
      <Panel title={title}>
        <Stack component="form" {...submit} sx={{ gap: 2.5 }}>
          <FormField label="Zone name" {...bind('name')} />
          <PlaceFields
            {...{ countries, errors }}
            isRequired
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
          {failure && <ErrorAlert sentence={failure} />}
          <FormActions {...{ isSaving, onClose }} onDelete={onDelete && (() => void send(onDelete))} />
        </Stack>
      </Panel>
    </Box>
  );
}
