import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import FormLabel from '@mui/material/FormLabel';
import { type ReactNode, useId } from 'react';
import { Icon } from './Icon';

interface Control {
  id: string;
  'aria-describedby': string | undefined;
}

interface Props {
  label: string;
  required?: boolean;
  error?: string | undefined;
  hint?: string | undefined;
  /** The id of another element that describes the field. */
  describedBy?: string | undefined;
  children: (control: Control) => ReactNode;
}

/** A control under its label, above its error and its hint. */
export function Field({ label, required = false, error, hint, describedBy, children }: Props) {
  const id = useId();
  const descriptions = [error && `${id}-error`, hint && `${id}-hint`, describedBy].filter(Boolean).join(' ');
  return (
    <FormControl fullWidth required={required} error={error !== undefined}>
      {/* Not required: MUI's asterisk would be part of the label's text. */}
      <FormLabel htmlFor={id} required={false}>
        {label}
      </FormLabel>
      {children({ id, 'aria-describedby': descriptions || undefined })}
      {error && (
        <FormHelperText id={`${id}-error`}>
          <Icon name="warn" size={16} />
          {error}
        </FormHelperText>
      )}
      {hint && (
        <FormHelperText id={`${id}-hint`} error={false}>
          {hint}
        </FormHelperText>
      )}
    </FormControl>
  );
}
