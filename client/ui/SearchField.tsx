import { useId } from 'react';
import { Icon } from './Icon';
import { useTyped } from './useTyped';

interface Props {
  /** What is searched; stands in the field until something else does. */
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Passes on what is typed after a pause, or at once with Enter. */
export function SearchField({ label, value, onChange }: Props) {
  const id = useId();
  const [text, type, settle] = useTyped(value, onChange);
  return (
    <div className="text-control search-field">
      <label className="hidden-words" htmlFor={id}>
        {label}
      </label>
      <Icon name="search" />
      <input
        id={id}
        type="search"
        dir="auto"
        placeholder={label}
        maxLength={200}
        value={text}
        onChange={({ target }) => type(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && settle()}
      />
    </div>
  );
}
