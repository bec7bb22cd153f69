import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { breakpoints } from '../theme/breakpoints';
import { appears, appearsLate } from '../theme/motion';
import { dark, light } from '../theme/palette';
import { theme } from '../theme/theme';
import { rem, typography } from '../theme/typography';

/** Each colour with its path in the palette. */
function leaves(value: object, path: readonly string[] = []): [name: string, colour: string][] {
  return Object.entries(value).flatMap(([key, each]): [string, string][] =>
    typeof each === 'string' ? [[[...path, key].join('.'), each]] : leaves(each as object, [...path, key]),
  );
}

export type Scheme = 'light' | 'dark';

export function Colours({ scheme }: { scheme: Scheme }) {
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fill, minmax(9rem, 1fr))' }}>
      {leaves(scheme === 'light' ? light : dark).map(([name, colour]) => (
        <div key={name}>
          <Box sx={{ height: rem(56), border: 1, borderColor: 'divider', borderRadius: 1, backgroundColor: colour }} />
          <Typography variant="caption" component="p">
            {name}
          </Typography>
          <Typography variant="caption" component="p" color="textSecondary">
            {colour}
          </Typography>
        </div>
      ))}
    </Box>
  );
}

const isVariant = (value: unknown): value is object => typeof value === 'object';
const variants = Object.entries(typography).flatMap(([name, value]) => (isVariant(value) ? [name] : []));

export function Scale() {
  return variants.map((name) => (
    <Typography key={name} variant={name as 'h1'} component="p">
      {name}: Good things for every day, $12.50
    </Typography>
  ));
}

export function Breakpoints() {
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 3 }}>
      {Object.entries(breakpoints).map(([name, width]) => (
        <Typography key={name} variant="caption">
          {name} {width} px
        </Typography>
      ))}
    </Stack>
  );
}

const square = {
  display: 'grid',
  placeItems: 'center',
  width: rem(200),
  height: rem(96),
  typography: 'caption',
} as const;
const squares = { flexWrap: 'wrap', gap: 3 } as const;

const Focused = styled(Box)(({ theme: { focusVisible } }) => ({ '&': focusVisible }));

export function Shapes() {
  return (
    <Stack direction="row" sx={squares}>
      {[1, 2].map((times) => (
        <Box key={times} sx={{ ...square, border: 1, borderColor: 'outline', borderRadius: times }}>
          radius {times}: {Number(theme.shape.borderRadius) * times} px
        </Box>
      ))}
      <Box sx={{ ...square, boxShadow: 1, borderRadius: 2 }}>shadow 1</Box>
      <Focused sx={{ ...square, borderRadius: 1 }}>focus</Focused>
    </Stack>
  );
}

const motions = { appears, appearsLate };

export function Motion() {
  const [times, setTimes] = useState(0);
  return (
    <>
      <Stack key={times} direction="row" sx={squares}>
        {Object.entries(motions).map(([name, style]) => (
          <Paper key={name} variant="sunken" sx={[square, style]}>
            {name}
          </Paper>
        ))}
      </Stack>
      <Button variant="quiet" sx={{ alignSelf: 'start' }} onClick={() => setTimes(times + 1)}>
        Once more
      </Button>
    </>
  );
}
