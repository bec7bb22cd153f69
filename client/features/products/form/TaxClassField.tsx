import { taxClassLabels } from '../../../lib/taxClassLabels';
import { FormSelect } from '../../../ui/FormSelect';
import { productFields } from '../productFields';
import type { TextProps } from './useProductForm';

const choices = Object.entries(taxClassLabels);

export function TaxClassField({ name, value, error, onChange }: TextProps) {
  return (
    <FormSelect
      label={productFields.taxClass.label}
      hint="Most things are Standard; Zero is never taxed"
      error={error}
      name={name}
      value={value}
      choices={choices}
      onChange={onChange}
    />
  );
}
