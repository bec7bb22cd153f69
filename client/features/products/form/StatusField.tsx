import type { ProductStatus } from '../../../__generated__/operations';
import { FormSelect } from '../../../ui/FormSelect';

const choices = [
  ['ACTIVE', 'active'],
  ['INACTIVE', 'inactive'],
] as const;

interface Props {
  value: ProductStatus;
  /** The editor is not an admin, and an admin has deactivated the product. */
  locked: boolean;
  onChange: (value: ProductStatus) => void;
}

export function StatusField({ value, locked, onChange }: Props) {
  return (
    <FormSelect
      label="Status"
      hint={locked ? 'Deactivated by the shop' : 'Shoppers see active products only'}
      name="status"
      value={value}
      disabled={locked}
      choices={choices}
      onChange={onChange}
    />
  );
}
