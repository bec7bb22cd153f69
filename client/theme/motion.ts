import { keyframes } from '@mui/material/styles';

const appear = keyframes({ from: { opacity: 0 } });

/** For elements that appear by themselves. */
export const appears = { animation: `${appear} 0.2s` };
/** Delay of loading indicators, with reduced motion, too. */
export const appearsLate = { '--appears-after': '0.3s', animation: `${appear} 0.2s 0.3s both` };
