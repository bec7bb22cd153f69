import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableFooter from '@mui/material/TableFooter';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import { rem } from '../../theme/typography';
import { Facts } from '../../ui/Facts';
import { useLacksRoom } from '../../ui/useLacksRoom';
import { formatPeriod } from './reportParams';
import { columnsOf, type FigureColumn, type Figures, periodHeader, type SalesReport } from './reportRows';

const box = {
  width: 1,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
  overflowX: 'auto',
} as const;
const cells = { '& :is(td, th)': { height: rem(44) } } as const;
const narrowCells = {
  ...cells,
  '& :is(td, th)': { height: rem(44), px: 0.75, '&:first-of-type': { pl: 1.75 } },
} as const;
const sum = {
  '& :is(td, th)': { bgcolor: 'background.sunken', color: 'text.primary', fontWeight: 'fontWeightBold' },
} as const;

/** A table on phones, too, with fewer columns: each row expands to the rest. */
export function FiguresTable({ report }: { report: SalesReport }) {
  const hasDetails = useLacksRoom();
  const all = columnsOf(report);
  const columns = all.filter(({ isDetail }) => !hasDetails || !isDetail);
  const details = hasDetails ? all.filter(({ isDetail }) => isDetail) : [];
  const { rows, total } = report;
  return (
    <Box sx={box}>
      <Table aria-label={`Figures by ${periodHeader(report).toLowerCase()}`} sx={hasDetails ? narrowCells : cells}>
        <TableHead>
          <TableRow>
            <TableCell>{periodHeader(report)}</TableCell>
            {columns.map(({ key, header }) => (
              <TableCell key={key} align="right">
                {header}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map(({ period, figures }) => (
            <FigureRow key={period} name={formatPeriod(period, report)} {...{ figures, columns, details }} />
          ))}
        </TableBody>
        <TableFooter sx={sum}>
          <FigureRow name="Total" {...{ figures: total, columns, details }} />
        </TableFooter>
      </Table>
    </Box>
  );
}

interface RowProps {
  name: string;
  figures: Figures;
  columns: readonly FigureColumn[];
  details: readonly FigureColumn[];
}

function FigureRow({ name, figures, columns, details }: RowProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <TableRow>
        <TableCell component="th" scope="row">
          {details.length === 0 ? (
            name
          ) : (
            <Button variant="link" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {name}
            </Button>
          )}
        </TableCell>
        {columns.map(({ key, text }) => (
          <TableCell key={key} align="right" sx={key === 'net' ? { fontWeight: 'fontWeightBold' } : undefined}>
            {text(figures)}
          </TableCell>
        ))}
      </TableRow>
      {isOpen && details.length > 0 && (
        <TableRow>
          <TableCell colSpan={columns.length + 1} sx={{ py: 1.5 }}>
            <Facts facts={Object.fromEntries(details.map(({ header, text }) => [header, text(figures)]))} />
          </TableCell>
        </TableRow>
      )}
    </>
  );
}
