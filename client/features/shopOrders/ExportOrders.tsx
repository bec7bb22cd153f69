import { useApolloClient } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ExportShopOrdersDocument } from '../../__generated__/lazyOperations';
import { constants } from '../../lib/constants';
import { requireData } from '../../lib/noAnswer';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { SvgIcon } from '../../ui/SvgIcon';
import { useCsvExport } from '../../ui/useCsvExport';
import { formatOrderCount } from './formatOrderCount';
import { exportedColumns, exportedRow } from './exportedRow';
import { type OrderListFilters, toOrderFilter } from './orderListFilters';

const upload = '<path d="M10 12.500V3.500M6.500 6.500 10 3l3.500 3.500M3.500 12v4.500h13V12"/>';

function useExport(filters: OrderListFilters) {
  const client = useApolloClient();
  const question = { filter: toOrderFilter(filters), sort: filters.sort };
  return useCsvExport({
    ...{ name: 'orders', header: exportedColumns, of: JSON.stringify(question) },
    async readPage(after) {
      const { data } = await client.query({
        query: ExportShopOrdersDocument,
        variables: { ...question, first: constants.largestPage, after },
        fetchPolicy: 'no-cache',
      });
      const { nodes, pageInfo } = requireData(data).orders;
      return { rows: nodes.map(exportedRow), after: pageInfo.hasNextPage ? pageInfo.endCursor : null };
    },
  });
}

/** Exports all pages of the filtered list into one file. */
export function ExportOrders({ filters }: { filters: OrderListFilters }) {
  const { state, start } = useExport(filters);
  const isReading = state?.state === 'reading';
  return (
    <Stack sx={{ alignItems: 'flex-end', gap: 1 }}>
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', justifyContent: 'flex-end', gap: 1.5 }}>
        <Typography variant="caption" component="p" role="status" color="textSecondary">
          {isReading && `${formatOrderCount(state.count)} so far`}
          {state?.state === 'done' && `${formatOrderCount(state.count)} exported`}
        </Typography>
        {/* Not `disabled`: the focus must not fall off the button that was just used. */}
        <Button
          variant="quiet"
          size="small"
          startIcon={<SvgIcon lines={upload} size={18} />}
          aria-disabled={isReading}
          onClick={() => void (isReading || start())}
        >
          {isReading ? 'Exporting…' : state?.failure ? 'Continue' : 'Export CSV'}
        </Button>
      </Stack>
      {state?.failure && <ErrorAlert sentence={state.failure} />}
    </Stack>
  );
}
