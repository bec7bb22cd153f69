import OutlinedInput from '@mui/material/OutlinedInput';
import type { Ref } from 'react';
import { InlineField } from './InlineField';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

export function DateField({ label, value, onChange, onBlur, inputRef }: Props) {
  return (
    <InlineField label={label}>
      {(id) => (
        <OutlinedInput
          id={id}
          inputRef={inputRef}
          type="date"
          size="small"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
        />
      )}
    </InlineField>
  );
}
