import IconButton from '@mui/material/IconButton';
import InputBase from '@mui/material/InputBase';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { maxQuantity } from '../lib/quantity';
import { rem } from '../theme/typography';
import { SvgIcon } from './SvgIcon';
import { useSyncedState } from './useSyncedState';

const lines = { minus: '<path d="M5 10h10"/>', plus: '<path d="M10 5v10M5 10h10"/>' };

const Frame = styled('div')(({ theme: { vars, focusVisible, typography } }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  flex: 'none',
  width: rem(130),
  height: rem(46),
  border: `1px solid ${vars.palette.outline}`,
  borderRadius: vars.shape.borderRadius,
  backgroundColor: vars.palette.background.paper,
  '&:has(input:focus-visible)': focusVisible,
  '& input': {
    ...typography.body1,
    padding: 0,
    fontWeight: typography.h5.fontWeight,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'center',
    outline: 'none',
  },
  '& [aria-disabled="true"]': { color: vars.palette.text.secondary, opacity: 0.5, cursor: 'default' },
}));

interface Props {
  /** The product's name. */
  name: string;
  value: number;
  least?: number;
  most?: number;
  /** Keeps the focus, unlike disabled. */
  readOnly?: boolean;
  onChange: (value: number) => void;
}

/** A quantity: typed, or changed by plus and minus, which keep the focus. */
export function QuantityField({ name, value, least = 1, most = maxQuantity, readOnly = false, onChange }: Props) {
  const [isTyping, setTyping] = useState(false);
  const [text, setText] = useSyncedState(String(value), isTyping);

  function change(next: number): void {
    if (!readOnly && next >= least && next <= most && next !== value) onChange(next);
  }

  /** Invalid text is reverted. */
  function commit(): void {
    setTyping(false);
    const typed = Number(text.trim());
    if (Number.isInteger(typed) && typed >= least && typed <= most) change(typed);
    else setText(String(value));
  }

  const step = (by: 1 | -1, label: string) => {
    // Also from above the maximum, which carts may exceed.
    const next = by < 0 ? Math.min(value - 1, most) : value + 1;
    return (
      <IconButton
        aria-label={label}
        aria-disabled={readOnly || next < least || next > most || undefined}
        onClick={() => change(next)}
        sx={{ borderRadius: 1 }}
      >
        <SvgIcon lines={by > 0 ? lines.plus : lines.minus} />
      </IconButton>
    );
  };

  return (
    <Frame role="group" aria-label={`Quantity of ${name}`}>
      {step(-1, `One ${name} less`)}
      <InputBase
        value={text}
        readOnly={readOnly}
        slotProps={{
          input: { 'aria-label': `Quantity of ${name}`, inputMode: 'numeric', maxLength: String(most).length },
        }}
        onChange={({ target }) => {
          setTyping(true);
          setText(target.value);
        }}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // It would submit the form around the field.
          event.preventDefault();
          commit();
        }}
      />
      {step(1, `One ${name} more`)}
    </Frame>
  );
}
