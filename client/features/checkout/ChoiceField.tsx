import type { FocusEvent } from 'react';
import { rem } from '../../theme/typography';
import { Field } from '../../ui/Field';
import { Select } from '../../ui/Select';

interface Props {
  label: string;
  name: string;
  value: string;
  /** Placeholder. */
  placeholder: string;
  choices: readonly { readonly key: string; readonly name: string }[];
  autoComplete: string;
  error: string | undefined;
  onBlur: (event: FocusEvent) => void;
  onChange: (value: string) => void;
}

/** A native select, which phones show full screen. */
export function ChoiceField({ label, name, value, placeholder, choices, autoComplete, error, ...on }: Props) {
  return (
    <Field label={label} required error={error}>
      {({ id, ...description }) => (
        <Select
          name={name}
          value={value}
          sx={{ height: rem(46), minWidth: 0 }}
          slotProps={{ input: { id, autoComplete, ...description } }}
          choices={[['', placeholder], ...choices.map(({ key, name: words }) => [key, words] as const)]}
          {...on}
        />
      )}
    </Field>
  );
}
