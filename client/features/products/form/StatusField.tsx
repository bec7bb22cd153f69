import { useId } from 'react';
import type { ProductStatus } from '../../../__generated__/operations';

interface Props {
  value: ProductStatus;
  /** An admin has deactivated the product, and the editor is none. */
  locked: boolean;
  onChange: (value: ProductStatus) => void;
}

export function StatusField({ value, locked, onChange }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        Status
      </label>
      <select
        id={id}
        name="status"
        className="select-control"
        value={value}
        disabled={locked}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value === 'INACTIVE' ? 'INACTIVE' : 'ACTIVE')}
      >
        <option value="ACTIVE">active</option>
        <option value="INACTIVE">inactive</option>
      </select>
      <p id={`${id}-hint`} className="field-hint">
        {locked ? 'Deactivated by the shop' : 'Shoppers see active products only'}
      </p>
    </div>
  );
}
