import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import TextareaAutosize from '@mui/material/TextareaAutosize';
import { type ComponentProps, type FocusEvent, useState } from 'react';
import { Field } from './Field';

interface Props extends Omit<ComponentProps<typeof Field>, 'children'> {
  name: string;
  type?: 'text' | 'email' | 'password';
  autoComplete: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (event: FocusEvent) => void;
  /** Makes it a textarea. */
  rows?: number;
  /** A textarea that grows from one line. */
  grows?: boolean;
  /** The on-screen keyboard. */
  inputMode?: 'decimal' | 'numeric' | 'tel' | 'email';
}

export function FormField({
  name,
  type = 'text',
  autoComplete,
  value,
  onChange,
  onBlur,
  rows,
  grows = false,
  inputMode,
  ...field
}: Props) {
  const [shown, setShown] = useState(false);
  return (
    <Field {...field}>
      {({ id, ...description }) => (
        <OutlinedInput
          id={id}
          name={name}
          type={shown ? 'text' : type}
          autoComplete={autoComplete}
          value={value}
          {...(rows ? { multiline: true, rows, inputComponent: 'textarea' as const } : {})}
          {...(grows ? { multiline: true, inputComponent: TextareaAutosize } : {})}
          slotProps={{
            input: { ...description, inputMode, dir: 'auto', ...(grows && { type: undefined, maxRows: 6 }) },
          }}
          onChange={({ target }) => onChange(target.value)}
          onBlur={onBlur}
          {...(type === 'password' && {
            endAdornment: (
              <Button
                variant="link"
                aria-label={`Show ${field.label.toLowerCase()}`}
                aria-pressed={shown}
                aria-controls={id}
                onClick={() => setShown(!shown)}
              >
                Show
              </Button>
            ),
          })}
        />
      )}
    </Field>
  );
}
