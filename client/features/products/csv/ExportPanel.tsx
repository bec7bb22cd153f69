import { useApolloClient } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useRef, useState } from 'react';
import { ExportProductsDocument } from '../../../__generated__/lazyOperations';
import { constants } from '../../../lib/constants';
import { serverMessage } from '../../../lib/serverMessage';
import { ErrorAlert } from '../../../ui/ErrorAlert';
import { Panel } from '../../../ui/Panel';
import { csvLines, writeCsv } from '../../../lib/csvFile';
import { datedFileName, download } from '../../../lib/download';
import { isProduct, productRow } from './productRow';
import { columns } from './productsCsv';

interface ExportState {
  state: 'reading' | 'failed' | 'done';
  count: number;
  failure?: string;
}

/** Everything read so far; a failed export resumes at the page that failed. */
function useExport() {
  const client = useApolloClient();
  const [state, setState] = useState<ExportState>();
  const read = useRef<{ parts: string[]; count: number; after: string | null }>(undefined);

  async function start() {
    const sofar = (read.current ??= { parts: [writeCsv(columns, [])], count: 0, after: null });
    setState({ state: 'reading', count: sofar.count });
    try {
      for (;;) {
        const { data } = await client.query({
          query: ExportProductsDocument,
          variables: { first: constants.largestPage, after: sofar.after },
          fetchPolicy: 'no-cache',
        });
        if (!data) throw new Error('The shop gave no answer');
        const { nodes, pageInfo } = data.storeItems;
        const products = nodes.filter(isProduct).map(productRow);
        sofar.parts.push(csvLines(products));
        sofar.count += products.length;
        sofar.after = pageInfo.endCursor ?? null;
        setState({ state: 'reading', count: sofar.count });
        if (!pageInfo.hasNextPage) break;
      }
      download(datedFileName('products', 'csv'), sofar.parts, 'text/csv');
      read.current = undefined;
      setState({ state: 'done', count: sofar.count });
    } catch (error) {
      const failure = serverMessage(error, 'The shop gave no answer. What was read so far is kept.');
      setState({ state: 'failed', count: sofar.count, failure });
    }
  }
  return { state, start };
}

const words = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'product' : 'products'}`;

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
          {isReading && `${words(state.count)} so far`}
          {state?.state === 'done' && `${words(state.count)} exported`}
        </Typography>
      </Stack>
    </Panel>
  );
}
