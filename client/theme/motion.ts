import { keyframes } from '@mui/material/styles';

const appear = keyframes({ from: { opacity: 0 } });

/** What comes up by itself. */
export const appears = { animation: `${appear} 0.2s` };
/** Of what loads: not before it takes long. */
export const appearsLate = { animation: `${appear} 0.2s 0.3s both` };
