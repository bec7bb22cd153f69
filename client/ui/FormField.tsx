import OutlinedInput from '@mui/material/OutlinedInput';
import TextareaAutosize from '@mui/material/TextareaAutosize';
import { type FocusEvent, useId, useState } from 'react';
import { Icon } from './Icon';

interface Props {
  label: string;
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
  inputMode?: 'decimal';
  required?: boolean;
  error?: string | undefined;
  hint?: string;
  /** The id of another element that describes the field. */
  describedBy?: string | undefined;
}

export function FormField({
  label,
  name,
  type = 'text',
  autoComplete,
  value,
  onChange,
  onBlur,
  rows,
  grows = false,
  inputMode,
  required = false,
  error,
  hint,
  describedBy,
}: Props) {
  const id = useId();
  const [shown, setShown] = useState(false);
  const descriptions = [error && `${id}-error`, hint && `${id}-hint`, describedBy].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <OutlinedInput
        id={id}
        name={name}
        type={shown ? 'text' : type}
        autoComplete={autoComplete}
        required={required}
        fullWidth
        error={error !== undefined}
        value={value}
        {...(rows ? { multiline: true, rows, inputComponent: 'textarea' as const } : {})}
        {...(grows ? { multiline: true, inputComponent: TextareaAutosize } : {})}
        inputProps={{
          'aria-describedby': descriptions || undefined,
          inputMode,
          dir: 'auto',
          ...(grows && { type: undefined, maxRows: 6 }),
        }}
        onChange={({ target }) => onChange(target.value)}
        onBlur={onBlur}
        {...(type === 'password' && {
          endAdornment: (
            <button
              type="button"
              className="text-button"
              aria-label={`Show ${label.toLowerCase()}`}
              aria-pressed={shown}
              aria-controls={id}
              onClick={() => setShown(!shown)}
            >
              Show
            </button>
          ),
        })}
      />
      {error && (
        <p id={`${id}-error`} className="field-error">
          <Icon name="warn" />
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
    </div>
  );
}
