import type { ComponentProps } from 'react';
import { rem } from '../theme/typography';
import { Field } from './Field';
import { Select } from './Select';

interface Props<Value extends string>
  extends
    Omit<ComponentProps<typeof Field>, 'children'>,
    Pick<ComponentProps<typeof Select<Value>>, 'value' | 'choices' | 'onChange'> {
  name?: string;
  disabled?: boolean;
}

/** A select of a form, as high as the text fields. */
export function FormSelect<Value extends string>({
  name,
  disabled = false,
  value,
  choices,
  onChange,
  ...field
}: Props<Value>) {
  return (
    <Field {...field}>
      {(control) => (
        <Select
          {...{ name, disabled, value, choices, onChange }}
          sx={{ height: rem(46), minWidth: 0 }}
          slotProps={{ input: control }}
        />
      )}
    </Field>
  );
}
