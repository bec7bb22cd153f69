import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { breakpoints } from '../theme/breakpoints';
import { dark, light } from '../theme/palette';
import { rem, typography } from '../theme/typography';

/** Each colour with its path in the palette. */
function leaves(value: object, path: readonly string[] = []): [name: string, colour: string][] {
  return Object.entries(value).flatMap(([key, each]): [string, string][] =>
    typeof each === 'string' ? [[[...path, key].join('.'), each]] : leaves(each as object, [...path, key]),
  );
}

export function Colours({ scheme }: { scheme: 'light' | 'dark' }) {
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
