import { keyframes } from '@mui/material/styles';

const appear = keyframes({ from: { opacity: 0 } });

/** For elements that appear by themselves. */
export const appears = { animation: `${appear} 0.2s` };
/** Delay of loading indicators. */
export const appearsLate = { animation: `${appear} 0.2s 0.3s both` };
