import OutlinedInput from '@mui/material/OutlinedInput';
import { InlineField } from './InlineField';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
}

export function DateField({ label, value, onChange, onBlur }: Props) {
  return (
    <InlineField label={label}>
      {(id) => (
        <OutlinedInput
          id={id}
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
