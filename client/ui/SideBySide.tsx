import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { rem } from '../theme/typography';

interface Props {
  /** The columns of the grid, where there is room for them. */
  columns: string;
  /** Of MUI's spacing; at widths of the window, if not one for all. */
  gap: number | { readonly xs: number; readonly md: number };
  children: ReactNode;
}

const area = { containerType: 'inline-size', width: 1 } as const;
const grid = { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', alignItems: 'start' } as const;
/** Selects, in a part's styles, that the parts are side by side. */
export const isBeside = `@container (min-width: ${rem(880)})`;

/**
 * Parts of a page, side by side if their text fits: in the dashboard from a window of 1200 px at the designed font
 * size.
 */
export function SideBySide({ columns, gap, children }: Props) {
  return (
    <Box sx={area}>
      <Box sx={{ ...grid, gap, [isBeside]: { gridTemplateColumns: columns } }}>{children}</Box>
    </Box>
  );
}
