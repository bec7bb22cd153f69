import { useId } from 'react';

interface Props {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function DateField({ label, value, onChange }: Props) {
  const id = useId();
  return (
    <span className="sort">
      <label className="muted small" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className="date-control"
        value={value}
        onChange={({ target }) => onChange(target.value)}
      />
    </span>
  );
}
