import { useApolloClient } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { ExportProductsDocument } from '../../../__generated__/lazyOperations';
import { constants } from '../../../lib/constants';
import { requireData } from '../../../lib/noAnswer';
import { pluralize } from '../../../lib/pluralize';
import { ErrorAlert } from '../../../ui/ErrorAlert';
import { Panel } from '../../../ui/Panel';
import { useCsvExport } from '../../../ui/useCsvExport';
import { productRow } from './productRow';
import { columns } from './productsCsv';

function useExport() {
  const client = useApolloClient();
  return useCsvExport({
    ...{ name: 'products', header: columns },
    async readPage(after) {
      const { data } = await client.query({
        query: ExportProductsDocument,
        variables: { first: constants.largestPage, after },
        fetchPolicy: 'no-cache',
      });
      const { nodes, pageInfo } = requireData(data).allProducts;
      return { rows: nodes.map(productRow), after: pageInfo.hasNextPage ? pageInfo.endCursor : null };
    },
  });
}

export function ExportPanel() {
  const { state, start } = useExport();
  const isReading = state?.state === 'reading';
  return (
    <Panel title="Export">
      <Typography color="textSecondary">
        Every product in one CSV file that a spreadsheet opens safely and that can be imported again as it is.
      </Typography>
      {state?.failure && <ErrorAlert sentence={state.failure} />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        {/* Not `disabled`: the focus must not fall off the button that was just used. */}
        <Button variant="ink" aria-disabled={isReading} onClick={() => void (isReading || start())}>
          {isReading ? 'Exporting...' : state?.failure ? 'Continue' : 'Export all products'}
        </Button>
        <Typography role="status" color="textSecondary">
          {isReading && `${pluralize(state.count, 'product')} so far`}
          {state?.state === 'done' && `${pluralize(state.count, 'product')} exported`}
        </Typography>
      </Stack>
    </Panel>
  );
}
