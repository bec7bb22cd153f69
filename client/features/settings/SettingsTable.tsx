import Box from '@mui/material/Box';
import { visuallyHidden } from '@mui/utils';
import type { ReactNode } from 'react';

export interface SettingsColumn<Row> {
  /** Its grid area on a card. */
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Omits its header on a card. */
  bare?: boolean;
}

interface Props<Row> {
  label: string;
  /** The first column names the row; the others are right-aligned. */
  columns: readonly SettingsColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** As `grid-template-columns`. */
  wide: string;
  /** As `grid-template-columns` and `grid-template-areas`, for narrow windows. */
  card: { columns: string; areas: string };
}

const line = { display: 'grid', alignItems: 'center', columnGap: 2, rowGap: 0.75, py: 1 } as const;
const number = { fontVariantNumeric: 'tabular-nums', minWidth: 0 } as const;

/** A few rows in a panel, without paging and sorting. Roles are explicit because CSS grids have none. */
export function SettingsTable<Row>({ label, columns, rows, keyOf, wide, card }: Props<Row>) {
  const body = {
    ...line,
    gridTemplateColumns: { xs: card.columns, sm: wide },
    gridTemplateAreas: { xs: card.areas, sm: 'none' },
    '& + &': { borderTop: 1, borderColor: 'divider' },
  };
  const cell = ({ key, header, bare = false }: SettingsColumn<Row>, index: number) => ({
    ...number,
    gridArea: { xs: key, sm: 'auto' },
    textAlign: index === 0 ? 'left' : { xs: bare ? 'right' : 'left', sm: 'right' },
    ...(index > 0 &&
      !bare && {
        '&::before': {
          content: `"${header}"`,
          display: { xs: 'block', sm: 'none' },
          typography: 'caption',
          color: 'text.secondary',
        },
      }),
  });
  return (
    <Box role="table" aria-label={label}>
      <Box role="rowgroup" sx={(theme) => ({ [theme.breakpoints.down('sm')]: visuallyHidden })}>
        <Box role="row" sx={{ ...line, gridTemplateColumns: wide, typography: 'caption', color: 'text.secondary' }}>
          {columns.map(({ key, header }, index) => (
            <Box key={key} role="columnheader" sx={{ textAlign: index > 0 ? 'right' : 'left' }}>
              {header}
            </Box>
          ))}
        </Box>
      </Box>
      <Box role="rowgroup" sx={{ borderTop: { sm: 1 }, borderColor: { sm: 'divider' } }}>
        {rows.map((row) => (
          <Box key={keyOf(row)} role="row" sx={body}>
            {columns.map((column, index) => (
              <Box key={column.key} role={index === 0 ? 'rowheader' : 'cell'} sx={cell(column, index)}>
                {column.cell(row)}
              </Box>
            ))}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
