import type { ProductStatus } from '../../../__generated__/operations';
import { Field } from '../../../ui/Field';
import { Select } from '../../../ui/Select';

const choices = [
  ['ACTIVE', 'active'],
  ['INACTIVE', 'inactive'],
] as const;

interface Props {
  value: ProductStatus;
  /** An admin has deactivated the product, and the editor is none. */
  locked: boolean;
  onChange: (value: ProductStatus) => void;
}

export function StatusField({ value, locked, onChange }: Props) {
  return (
    <Field label="Status" hint={locked ? 'Deactivated by the shop' : 'Shoppers see active products only'}>
      {(control) => (
        <Select
          name="status"
          value={value}
          disabled={locked}
          sx={{ height: 46 }}
          slotProps={{ input: control }}
          choices={choices}
          onChange={onChange}
        />
      )}
    </Field>
  );
}
