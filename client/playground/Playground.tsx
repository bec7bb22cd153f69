import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import Stack from '@mui/material/Stack';
import { GraphiQL } from 'graphiql';
import { useMemo, useState } from 'react';
import { createFetcher } from './createFetcher';
import { examples } from './examples';
import { AccountPicker } from './AccountPicker';

/** GraphiQL takes the first tab's variables from this property only; stored tabs win. */
function firstVariables(): { initialVariables?: string } {
  const variables = examples[0]?.variables;
  return localStorage.getItem('graphiql:tabState') === null && variables ? { initialVariables: variables } : {};
}

export function Playground() {
  const [first] = useState(firstVariables);
  const [token, setToken] = useState('');
  const fetcher = useMemo(() => createFetcher(token), [token]);
  return (
    <Stack sx={{ height: '100vh' }}>
      {/* Not MUI's baseline: GraphiQL has its own. */}
      <GlobalStyles styles={{ body: { margin: 0 } }} />
      <AccountPicker token={token} onToken={setToken} />
      <Box sx={{ flex: 1, minHeight: 0 }}>
        <GraphiQL fetcher={fetcher} defaultTabs={examples} {...first} defaultEditorToolsVisibility="variables" />
      </Box>
    </Stack>
  );
}
