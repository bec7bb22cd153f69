import { GraphiQL } from 'graphiql';
import { useMemo, useState } from 'react';
import { createFetcher } from './createFetcher';
import { examples } from './examples';
import { Identity } from './Identity';

export function Playground() {
  const [token, setToken] = useState('');
  const fetcher = useMemo(() => createFetcher(token), [token]);
  return (
    <div className="playground">
      <Identity token={token} onToken={setToken} />
      <div className="editor">
        <GraphiQL fetcher={fetcher} defaultTabs={examples} defaultEditorToolsVisibility="variables" />
      </div>
    </div>
  );
}
