import Box from '@mui/material/Box';
import { useRef, useState } from 'react';
import { Panel } from '../../ui/Panel';
import { ApiKeyForm, type CreatedApiKey } from './ApiKeyForm';
import { ApiKeyTable } from './ApiKeyTable';
import { MadeKey } from './MadeKey';

export function ApiKeys() {
  // Each stays until it is dismissed: another one must not replace a key that is not copied yet.
  const [made, setMade] = useState<readonly CreatedApiKey[]>([]);
  const form = useRef<HTMLDivElement>(null);
  function done(id: string) {
    setMade((all) => all.filter(({ apiKey }) => apiKey.id !== id));
    form.current?.querySelector('input')?.focus();
  }
  return (
    <>
      {made.map(({ apiKey: { id, name }, key }) => (
        <MadeKey key={id} name={name} value={key} onDone={() => done(id)} />
      ))}
      <ApiKeyTable />
      <Panel title="Make a key">
        <Box ref={form} sx={{ width: 1 }}>
          <ApiKeyForm onMade={(key) => setMade((all) => [key, ...all])} />
        </Box>
      </Panel>
    </>
  );
}
