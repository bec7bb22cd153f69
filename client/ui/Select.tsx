import type { InputBaseProps } from '@mui/material/InputBase';
import { Control } from './Control';
import { SvgIcon } from './SvgIcon';

/** MUI declares it for inputs only. */
const select = 'select' as NonNullable<InputBaseProps['inputComponent']>;

const chevron = <SvgIcon lines='<path d="m5.5 8 4.5 4.5 4.5-4.5" />' />;

interface Props<Value extends string> extends Omit<InputBaseProps, 'value' | 'onChange'> {
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}

/** A native select; MUI's NativeSelect would be in the first load. */
export function Select<Value extends string>({ choices, onChange, slotProps, ...props }: Props<Value>) {
  const children = choices.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
  return (
    <Control
      {...props}
      inputComponent={select}
      endAdornment={chevron}
      // Selects have no `type`.
      slotProps={{ input: { ...slotProps?.input, type: undefined, children } }}
      onChange={({ target }) => {
        const chosen = choices.find(([value]) => value === target.value);
        if (chosen) onChange(chosen[0]);
      }}
    />
  );
}
