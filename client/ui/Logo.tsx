import { styled } from '@mui/material/styles';

const Mark = styled('svg')(({ theme: { vars } }) => ({
  flex: 'none',
  width: '1.3077em',
  height: '1.3077em',
  '& rect:first-of-type': { fill: vars.palette.primary.main },
  '& path:first-of-type': { fill: vars.palette.secondary.main },
  '& rect:last-of-type': { fill: vars.palette.background.default },
  '& path:last-of-type': { fill: vars.palette.text.primary, opacity: 0.92 },
  'footer & rect:last-of-type': { fill: vars.palette.footer.main },
  'footer & path:last-of-type': { fill: vars.palette.footer.text },
}));

export function Logo() {
  return (
    <Mark viewBox="0 0 34 34" aria-hidden="true" focusable="false">
      <rect x="4" y="12" width="26" height="19" rx="3" />
      <rect x="9" y="19" width="16" height="7" rx="1.5" />
      <path d="M2 5.5A2.5 2.5 0 0 1 4.5 3h25A2.5 2.5 0 0 1 32 5.5V12a3.75 3.75 0 0 1-7.500 0 3.75 3.75 0 0 1-7.500 0 3.75 3.75 0 0 1-7.500 0A3.75 3.75 0 0 1 2 12z" />
      <path d="M9.500 3h7.500v9a3.75 3.75 0 0 1-7.500 0zM24.500 3H32v9a3.75 3.75 0 0 1-7.500 0z" />
    </Mark>
  );
}
