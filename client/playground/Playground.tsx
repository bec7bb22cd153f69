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
    <div className="playground">
      <AccountPicker token={token} onToken={setToken} />
      <div className="editor">
        <GraphiQL fetcher={fetcher} defaultTabs={examples} {...first} defaultEditorToolsVisibility="variables" />
      </div>
    </div>
  );
}
