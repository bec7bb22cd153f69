import { InlineField } from './InlineField';
import { Select } from './Select';

interface Props<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}

export function SelectField<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <InlineField label={label}>
      {(id) => (
        <Select
          id={id}
          value={value}
          onChange={({ target }) => {
            const chosen = choices.find(([each]) => each === target.value);
            if (chosen) onChange(chosen[0]);
          }}
        >
          {choices.map(([each, words]) => (
            <option key={each} value={each}>
              {words}
            </option>
          ))}
        </Select>
      )}
    </InlineField>
  );
}
