import { useId } from 'react';

interface Props<Value extends string> {
  label: string;
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
  className?: string;
}

export function SelectField<Value extends string>({ label, value, choices, onChange, className = '' }: Props<Value>) {
  const id = useId();
  return (
    <span className={`sort ${className}`}>
      <label className="muted small" htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className="select-control"
        value={value}
        onChange={({ target }) => {
          const chosen = choices.find(([each]) => each === target.value);
          if (chosen) onChange(chosen[0]);
        }}
      >
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </span>
  );
}
