import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import { pluralize } from '../../../lib/pluralize';
import { ErrorAlert } from '../../../ui/ErrorAlert';
import { Field } from '../../../ui/Field';
import { FileInput } from '../../../ui/FileInput';
import { Panel } from '../../../ui/Panel';
import { ImportPreview } from './ImportPreview';
import { ImportResult } from './ImportResult';
import { columns } from './productsCsv';
import { useCsvFile } from './useCsvFile';
import { useImport } from './useImport';

/** Select, preview, check, import. */
export function ImportPanel() {
  const { chosen, choose } = useCsvFile();
  const { run, isActive, start, resume, stop, forget } = useImport();
  const file = chosen?.file;
  return (
    <Panel title="Import">
      <Field
        label="CSV file"
        hint={`UTF-8, with the columns ${columns.join(', ')} in any order; a column that is left out changes nothing. Rows match products by slug; a blank slug makes a new product.`}
      >
        {(control) => (
          <FileInput
            {...control}
            type="file"
            accept=".csv,text/csv"
            disabled={isActive}
            sx={{ width: '100%', p: 1.25, border: '1px dashed', borderColor: 'outline', borderRadius: 1 }}
            onChange={({ target }) => {
              forget();
              void choose(target.files?.[0]);
            }}
          />
        )}
      </Field>
      <FormHelperText component="ul" sx={{ display: 'block', mt: -1, pl: 2.25 }}>
        <li>
          Prices and discounts: 24.50, 24,50, 1,299.00, 1.299,00, $19.99 or 12.5 %. A number such as 1,299 is read as
          the rest of the file is written; where that does not tell, write 1299.00.
        </li>
        <li>
          inStock: yes or no, true or false, 1 or 0, in stock or out of stock. status: active or inactive, publish or
          draft, enabled or disabled. taxClass: standard, reduced or zero.
        </li>
        <li>
          stock: how many pieces there are, held ones included; blank where they are not counted. With the column
          seenStock, as the export writes it, pieces that were sold since do not come back.
        </li>
        <li>
          Several categories or photos in one cell: each on a line of its own, or with ; or | or commas between them. A
          comma inside a photo’s address is part of it, and so is one inside a category that the shop has already.
        </li>
      </FormHelperText>
      {chosen?.problem && <ErrorAlert sentence={chosen.problem} />}
      {chosen?.rowsSoFar !== undefined && <p role="status">Reading {pluralize(chosen.rowsSoFar, 'row')}...</p>}
      {file && !isActive && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
          <Button variant="ink" onClick={() => void start(file, true)}>
            Check, change nothing
          </Button>
          <Button disabled={run?.state === 'done' && !run.dryRun} onClick={() => void start(file, false)}>
            Import {pluralize(file.rows.length, 'row')}
          </Button>
        </Stack>
      )}
      {run && file && <ImportResult run={run} columns={file.columns} onContinue={resume} onStop={stop} />}
      {/* Below the buttons: it grows when the server has parsed the rows, which would move them under the pointer. */}
      {chosen && file && <ImportPreview name={chosen.name} file={file} />}
    </Panel>
  );
}
