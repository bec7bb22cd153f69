import { styled } from '@mui/material/styles';

/** Search and filters above a table. */
export const TableToolbar = styled('div')(({ theme: { breakpoints, spacing } }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: spacing(1.5),
  width: '100%',
  [breakpoints.down('sm')]: { '& > *': { flexBasis: '100%' } },
}));
