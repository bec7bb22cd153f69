import Box from '@mui/material/Box';
import { Icon } from './Icon';

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

/** Wherever the test provider takes the place of a bank. */
export function TestPaymentsNote({ isBanner = false }: { isBanner?: boolean }) {
  return (
    <Box role="note" sx={isBanner ? banner : note}>
      <Icon name="warn" size={18} />
      Test payments: no money moves. Never type a real card.
    </Box>
  );
}
