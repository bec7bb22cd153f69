import { useId } from 'react';
import { Icon } from './Icon';
import { useSearchInput } from './useSearchInput';

interface Props {
  /** Also the placeholder. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ label, value, onChange }: Props) {
  const id = useId();
  const input = useSearchInput(value, onChange);
  return (
    <div className="text-control search-field">
      <label className="hidden-words" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input id={id} type="search" dir="auto" placeholder={label} {...input} />
    </div>
  );
}
