import Box from '@mui/material/Box';
import { useRef, useState } from 'react';
import { Panel } from '../../ui/Panel';
import { ApiKeyForm, type CreatedApiKey } from './ApiKeyForm';
import { ApiKeyTable } from './ApiKeyTable';
import { MadeKey } from './MadeKey';

export function ApiKeys() {
  const [made, setMade] = useState<CreatedApiKey>();
  const form = useRef<HTMLDivElement>(null);
  function done() {
    setMade(undefined);
    form.current?.querySelector('input')?.focus();
  }
  return (
    <>
      {made && <MadeKey key={made.apiKey.id} name={made.apiKey.name} value={made.key} onDone={done} />}
      <ApiKeyTable />
      <Panel title="Make a key">
        <Box ref={form} sx={{ width: 1 }}>
          <ApiKeyForm onMade={setMade} />
        </Box>
      </Panel>
    </>
  );
}
