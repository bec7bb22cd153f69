import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';

interface Props<Value extends string> {
  /** For screen readers. */
  label: string;
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}

/** One of a few choices, all visible. */
export function Segments<Value extends string>({ label, value, choices, onChange }: Props<Value>) {
  return (
    <ToggleButtonGroup exclusive value={value} aria-label={label}>
      {choices.map(([each, words]) => (
        <ToggleButton key={each} value={each} onClick={() => onChange(each)}>
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
