import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import { type FormikErrors, useFormik } from 'formik';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { ApiError } from '../../lib/apiError';
import { useFormSubmit } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { Icon } from '../../ui/Icon';
import { Panel } from '../../ui/Panel';
import { FormSelect } from '../../ui/FormSelect';
import { SvgIcon } from '../../ui/SvgIcon';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { CountryPicker } from './CountryPicker';
import { FormActions } from './FormActions';
import { MethodFields } from './MethodFields';
import { settingsIcons } from './settingsIcons';
import { SwitchField } from '../../ui/SwitchField';
import type { useCountries } from './useCountries';
import { maxMethods, newMethod, validateZone, type ZoneErrors, type ZoneValues } from './zoneForm';

interface Props {
  title: ReactNode;
  initialValues: ZoneValues;
  /** The number of zones, including this one. */
  places: number;
  countries: ReturnType<typeof useCountries>;
  onSave: (values: ZoneValues, onRefused: (refusal: ApiError) => boolean) => Promise<void>;
  onClose: () => void;
  /** Undefined for a new zone. */
  onDelete: (() => void) | undefined;
}

/** Edits one zone with its methods. */
export function ZoneForm({ title, initialValues, places, countries, onSave, onClose, onDelete }: Props) {
  const [refusals, setRefusals] = useState<ZoneErrors>({});
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    area.current?.querySelector('input')?.focus();
  }, []);

  /** The server's error, mapped to this zone's field. */
  function showRefusal({ field = '', message }: ApiError): boolean {
    const name = /^zones\.\d+\.(.+)$/.exec(field)?.[1];
    if (name === undefined || name.endsWith('id')) return false;
    setRefusals({ [name.startsWith('countries') ? 'countries' : name]: message });
    return true;
  }

  const form = useFormik<ZoneValues>({
    initialValues,
    validate: (values) => validateZone(values) as FormikErrors<ZoneValues>,
    validateOnChange: false,
    validateOnBlur: false,
    onSubmit: (values) => {
      setRefusals({});
      return onSave(values, showRefusal);
    },
  });
  const submit = useFormSubmit(form);
  const { values, isSubmitting, setFieldValue } = form;
  const errors: ZoneErrors = { ...refusals, ...(form.errors as ZoneErrors) };
  const question = useUnsavedChangesPrompt(form.dirty);
  const setMethods = (methods: ZoneValues['methods']) => void setFieldValue('methods', methods);

  return (
    <Box ref={area} sx={{ width: 1 }}>
      {question}
      <Panel title={title}>
        <Stack component="form" {...submit} sx={{ gap: 2.5 }}>
          <Box sx={{ display: 'grid', gridTemplateColumns: { sm: 'minmax(0, 3fr) minmax(0, 1fr)' }, gap: 2.5 }}>
            <FormField
              label="Zone name"
              name="name"
              autoComplete="off"
              required
              value={values.name}
              error={errors['name']}
              onChange={(name) => void setFieldValue('name', name)}
            />
            <FormSelect
              label="Tried as"
              value={values.place}
              choices={Array.from({ length: places }, (_, index) => [`${index + 1}`, `${index + 1}.`] as const)}
              onChange={(place) => void setFieldValue('place', place)}
            />
          </Box>
          <ZoneCountries values={values} error={errors['countries']} countries={countries} set={setFieldValue} />
          {values.methods.map((method, index) => (
            <MethodFields
              key={method.key}
              number={index + 1}
              method={method}
              errors={errors}
              onChange={(next) => setMethods(values.methods.map((each) => (each === method ? next : each)))}
              onRemove={() => setMethods(values.methods.filter((each) => each !== method))}
            />
          ))}
          {values.methods.length < maxMethods && (
            <div>
              <Button
                variant="text"
                size="small"
                startIcon={<SvgIcon lines={settingsIcons.plus} />}
                onClick={() => setMethods([...values.methods, newMethod()])}
              >
                Add method
              </Button>
            </div>
          )}
          <FormActions {...{ isSubmitting, onClose, onDelete }} />
        </Stack>
      </Panel>
    </Box>
  );
}

interface CountriesProps {
  values: ZoneValues;
  error: string | undefined;
  countries: Props['countries'];
  set: (field: string, value: unknown) => unknown;
}

function ZoneCountries({ values, error, countries: { countries, nameOf }, set }: CountriesProps) {
  const id = useId();
  const codes = values.countries;
  return (
    <div>
      <SwitchField
        label="Every country without a zone of its own"
        checked={values.isEverywhere}
        onChange={(isOn) => void set('isEverywhere', isOn)}
      />
      {!values.isEverywhere && (
        <CountryPicker
          label="Countries"
          {...{ codes, countries, nameOf }}
          describedBy={error && id}
          isInvalid={error !== undefined}
          onAdd={(code) => void set('countries', [...codes, code])}
          onRemove={(code) =>
            void set(
              'countries',
              codes.filter((each) => each !== code),
            )
          }
        />
      )}
      {error && (
        <FormHelperText id={id} error>
          <Icon name="warn" size={16} />
          {error}
        </FormHelperText>
      )}
    </div>
  );
}
