import Box from '@mui/material/Box';
import { statusLook } from '../theme/components/looks';

interface Props {
  color: 'success' | 'warning' | 'error';
  children: string;
}

/** A Chip of the variant status, which would be in the first load for this only. */
export function Status({ color, children }: Props) {
  const look = {
    ...statusLook,
    display: 'inline-flex',
    alignItems: 'center',
    lineHeight: 1.5,
    bgcolor: `${color}.soft`,
  };
  // Amber text would have too little contrast.
  const colours =
    color === 'warning'
      ? { color: 'text.primary', '&::before': { ...statusLook['&::before'], backgroundColor: 'warning.main' } }
      : { color: `${color}.main` };
  return (
    <Box component="span" sx={{ ...look, ...colours }}>
      {children}
    </Box>
  );
}
