import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { rem } from '../../theme/typography';

/** Three short sums stand side by side on a phone, too; a long one takes the next line rather than break. */
const tiles = { display: 'flex', flexWrap: 'wrap', gap: { xs: 1, sm: 2.5 }, width: 1 };
const tile = {
  flex: `1 1 ${rem(88)}`,
  gridTemplateColumns: 'minmax(min-content, 1fr)',
  gap: 1,
  minHeight: { xs: rem(76), sm: rem(110) },
  p: { xs: 1.5, sm: 3 },
};
const figure = {
  m: 0,
  typography: { xs: 'h6', sm: 'h3' },
  whiteSpace: 'nowrap',
  fontVariantNumeric: 'tabular-nums',
};

export function Tiles({ tiles: shown }: { tiles: readonly (readonly [name: string, figure: string])[] }) {
  return (
    <Box component="dl" sx={{ ...tiles, m: 0 }}>
      {shown.map(([name, value]) => (
        <Paper key={name} variant="panel" sx={tile}>
          <Typography variant="inherit" component="dt" color="textSecondary">
            {name}
          </Typography>
          <Box component="dd" sx={figure}>
            {value}
          </Box>
        </Paper>
      ))}
    </Box>
  );
}
