import NativeSelect from '@mui/material/NativeSelect';
import { Field } from '../../ui/Field';

interface Props {
  label: string;
  name: string;
  value: string;
  /** What stands there before one is chosen. */
  placeholder: string;
  choices: readonly { readonly key: string; readonly name: string }[];
  autoComplete: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** The browser's own list, which phones show in full. */
export function ChoiceField({ label, name, value, placeholder, choices, autoComplete, error, onChange }: Props) {
  return (
    <Field label={label} required error={error}>
      {({ id, ...description }) => (
        <NativeSelect
          value={value}
          inputProps={{ id, name, autoComplete, ...description }}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{placeholder}</option>
          {choices.map(({ key, name: words }) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}
