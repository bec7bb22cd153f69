import { styled } from '@mui/material/styles';

/** Replaces a page while it loads. No layout shift: the footer is below the viewport meanwhile. */
export const PageWaiting = styled('div')(({ theme: { vars, spacing } }) => ({
  minHeight: '100vh',
  paddingTop: spacing(5),
  color: vars.palette.text.secondary,
}));
