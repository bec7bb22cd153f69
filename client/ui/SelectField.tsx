import type { ComponentProps } from 'react';
import { InlineField } from './InlineField';
import { Select } from './Select';

interface Props<Value extends string> extends Pick<
  ComponentProps<typeof Select<Value>>,
  'value' | 'choices' | 'onChange'
> {
  label: string;
}

export function SelectField<Value extends string>({ label, ...select }: Props<Value>) {
  return <InlineField label={label}>{(id) => <Select id={id} {...select} />}</InlineField>;
}
