import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { visuallyHidden } from '@mui/utils';
import { formatCount } from '../../lib/formatCount';
import { rem } from '../../theme/typography';
import { type CountBar, dataset } from './bars';

const cells = { '& :is(td, th)': { height: rem(44), px: 0.5 } };

export function CountsTable({ bars, hidden }: { bars: readonly CountBar[]; hidden: boolean }) {
  return (
    <Table aria-label="Dashboard Counts" sx={hidden ? visuallyHidden : cells}>
      <TableHead>
        <TableRow>
          <TableCell>Count of</TableCell>
          <TableCell align="right">How many</TableCell>
        </TableRow>
      </TableHead>
      <TableBody>
        {bars.map(({ label, [dataset]: count }) => (
          <TableRow key={label}>
            <TableCell component="th" scope="row">
              {label}
            </TableCell>
            <TableCell align="right">{formatCount(count)}</TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
