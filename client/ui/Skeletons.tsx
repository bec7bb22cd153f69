import { styled } from '@mui/material/styles';
import { appearsLate } from '../theme/motion';

/** Visible only after 300 ms. */
export const Skeletons = styled('div')(appearsLate);
