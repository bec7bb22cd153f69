import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { FormField } from '../../ui/FormField';
import { Icon } from '../../ui/Icon';
import { Panel } from '../../ui/Panel';
import { FormSelect } from '../../ui/FormSelect';
import { SvgIcon } from '../../ui/SvgIcon';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { CountryPicker } from './CountryPicker';
import { FormActions } from './FormActions';
import { MethodFields } from './MethodFields';
import { settingsIcons } from './settingsIcons';
import { SwitchField } from '../../ui/SwitchField';
import type { useCountries } from './useCountries';
import { type Sending, useSettingsForm } from './useSettingsForm';
import { errorsWithoutMethod, maxMethods, newMethod, validateZone, type ZoneValues } from './zoneForm';

interface Props {
  title: ReactNode;
  initialValues: ZoneValues;
  /** The number of zones, including this one. */
  places: number;
  countries: ReturnType<typeof useCountries>;
  onSave: (values: ZoneValues, sending: Sending) => Promise<void>;
  onClose: () => void;
  /** Undefined for a new zone. */
  onDelete: ((sending: Sending) => Promise<void>) | undefined;
}

/** Edits one zone with its methods. */
export function ZoneForm({ title, initialValues, places, countries, onSave, onClose, onDelete }: Props) {
  const { form, submit, errors, changeErrors, failure, isSaving, send } = useSettingsForm<ZoneValues>({
    initialValues,
    validate: validateZone,
    fieldOf: (field = '') => {
      const name = /^zones\.\d+\.(.+)$/.exec(field)?.[1];
      if (name === undefined || name.endsWith('id')) return undefined;
      return name.startsWith('countries') ? 'countries' : name;
    },
    save: onSave,
  });
  useEffect(() => {
    submit.ref.current?.querySelector('input')?.focus();
  }, [submit.ref]);
  const methodsArea = useRef<HTMLDivElement>(null);
  const { values, setFieldValue } = form;
  const question = useUnsavedChangesPrompt(form.dirty);
  const setMethods = (methods: ZoneValues['methods']) => void setFieldValue('methods', methods);
  // 'Remove method' goes with its method, and 'Add method' with the tenth.
  useFocusFallback(methodsArea, values.methods.length);

  return (
    <Box sx={{ width: 1 }}>
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
          <Stack ref={methodsArea} role="group" aria-label="Methods" tabIndex={-1} sx={{ gap: 2.5, outline: 0 }}>
            {values.methods.map((method, index) => (
              <MethodFields
                key={method.key}
                number={index + 1}
                method={method}
                errors={errors}
                onChange={(next) => setMethods(values.methods.map((each) => (each === method ? next : each)))}
                onRemove={() => {
                  setMethods(values.methods.filter((each) => each !== method));
                  changeErrors((before) => errorsWithoutMethod(before, index));
                }}
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
          </Stack>
          {failure && <ErrorAlert sentence={failure} />}
          <FormActions {...{ isSaving, onClose }} onDelete={onDelete && (() => void send(onDelete))} />
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

function ZoneCountries({ values, error: found, countries: { countries, nameOf }, set }: CountriesProps) {
  const id = useId();
  const codes = values.countries;
  const error = values.isEverywhere ? undefined : found;
  return (
    <div>
      <SwitchField
        label="Every country that is in no zone above"
        checked={values.isEverywhere}
        onChange={(isOn) => void set('isEverywhere', isOn)}
      />
      {!values.isEverywhere && (
        <CountryPicker
          label="Countries"
          name="countries"
          {...{ codes, countries, nameOf }}
          chosen={values.chosen}
          onChoose={(code) => void set('chosen', code)}
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
