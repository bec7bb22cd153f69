import { styled } from '@mui/material/styles';

const stripes = Array.from({ length: 9 }, (_, index) => index);
const width = 100 / stripes.length;

/** Wider than the element below it, and overlapping its upper edge. */
const Cloth = styled('svg')(({ theme: { breakpoints, vars } }) => ({
  position: 'relative',
  zIndex: 1,
  display: 'block',
  width: 'calc(100% + 36px)',
  height: 76,
  margin: '0 -18px -34px',
  filter: `drop-shadow(0 6px 8px color-mix(in srgb, ${vars.palette.brand.ink} 16%, transparent))`,
  fill: vars.palette.brand.main,
  '& path:nth-of-type(even)': { fill: vars.palette.brand.contrastText },
  '& path:last-of-type': { fill: vars.palette.common.black, opacity: 0.12 },
  [breakpoints.down('md')]: { width: 'calc(100% + 20px)', height: 60, margin: '0 -10px -28px' },
}));

export function Awning() {
  return (
    <Cloth viewBox="0 0 100 64" preserveAspectRatio="none" aria-hidden="true" focusable="false">
      {stripes.map((index) => (
        <path key={index} d={`M${index * width} 0h${width}v46a${width / 2} 16 0 0 1-${width} 0z`} />
      ))}
      <path d="M0 0h100v3H0z" />
    </Cloth>
  );
}
