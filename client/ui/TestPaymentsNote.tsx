import Box from '@mui/material/Box';
import { useRef } from 'react';
import { Icon } from './Icon';
import { useHeightVariable } from './useHeightVariable';

const note = {
  display: 'flex',
  justifyContent: 'center',
  alignItems: 'center',
  gap: 1.25,
  p: '8px 18px',
  borderBottom: 2,
  borderColor: 'secondary.main',
  bgcolor: 'warning.soft',
  color: 'text.primary',
  typography: 'caption',
  fontWeight: 'fontWeightBold',
} as const;
/** Above all other elements, dialogs included. */
const banner = { ...note, position: 'sticky', top: 0, zIndex: 'tooltip' } as const;

const content = (
  <>
    <Icon name="warn" size={18} />
    Test payments: no money moves. Never type a real card.
  </>
);

/** Wherever the test provider takes the place of a bank. */
export function TestPaymentsNote() {
  return (
    <Box role="note" sx={note}>
      {content}
    </Box>
  );
}

/** The note over a whole page. */
export function TestPaymentsBanner() {
  const element = useRef<HTMLDivElement>(null);
  useHeightVariable(element, '--bar-height');
  return (
    <Box role="note" sx={banner} ref={element}>
      {content}
    </Box>
  );
}
