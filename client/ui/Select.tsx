import type { InputBaseProps } from '@mui/material/InputBase';
import type { ReactNode } from 'react';
import { Control } from './Control';
import { SvgIcon } from './SvgIcon';

/** MUI types it for inputs alone. */
const select = 'select' as NonNullable<InputBaseProps['inputComponent']>;

const chevron = <SvgIcon lines='<path d="m5.5 8 4.5 4.5 4.5-4.5" />' />;

interface Props extends InputBaseProps {
  children: ReactNode;
}

/** The browser's own list of choices; MUI's NativeSelect would add itself to everybody's first load. */
export function Select({ children, slotProps, ...props }: Props) {
  return (
    <Control
      {...props}
      inputComponent={select}
      endAdornment={chevron}
      // A select has no type.
      slotProps={{ input: { ...slotProps?.input, type: undefined, children } }}
    />
  );
}
