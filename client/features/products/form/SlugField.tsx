import Button from '@mui/material/Button';
import type { MouseEvent } from 'react';
import { productPath } from '../../../lib/paths';
import { FormField } from '../../../ui/FormField';
import { isSlug } from './slugOf';
import { useDerivedSlug } from './useDerivedSlug';
import type { TextProps } from './useProductForm';

interface Props {
  field: TextProps;
  name: string;
  /** A required one is not derived: the derived slug is offered. */
  required?: boolean;
}

/** The slug and the resulting address of the product's page, updated while typing. */
export function SlugField({ field, name, required = false }: Props) {
  const typed = field.value.trim();
  const derived = useDerivedSlug(name);
  const shown = typed || (required ? '' : derived);
  const address = isSlug(shown) ? `The page's address: ${productPath(shown)}` : undefined;
  const hint = address ?? (typed ? 'Lower-case letters, digits and single hyphens only' : 'The name in the address');
  function take({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) {
    field.onChange(derived);
    // The button disappears: a keyboard user continues in the field; a touch opens no keyboard.
    if (detail === 0) currentTarget.parentElement?.querySelector('input')?.focus();
  }
  return (
    <div>
      <FormField label="Slug" autoComplete="off" required={required} hint={hint} {...field} />
      {required && derived !== '' && typed !== derived && (
        <Button
          variant="link"
          sx={{ textAlign: 'left', whiteSpace: 'normal', overflowWrap: 'anywhere' }}
          onClick={take}
        >
          Use {derived}
        </Button>
      )}
    </div>
  );
}
