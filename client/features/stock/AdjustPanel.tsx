import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useEffect, useRef } from 'react';
import { rem } from '../../theme/typography';
import { ErrorAlert } from '../../ui/ErrorAlert';
import { fieldGrid } from '../../ui/fieldGrid';
import { FormField } from '../../ui/FormField';
import { LoadFailure } from '../../ui/LoadFailure';
import { Panel } from '../../ui/Panel';
import { Segments } from '../../ui/Segments';
import { FormSelect } from '../../ui/FormSelect';
import { SideBySide } from '../../ui/SideBySide';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { type AdjustErrors, adjustmentReasons, resultOf, thresholdOf } from './adjustment';
import { Movements } from './Movements';
import { useAdjustment } from './useAdjustment';
import type { StockRow } from './useStockLevels';

const modes = [
  ['amount', 'By an amount'],
  ['count', 'To a count'],
] as const;

const area = { width: 1, scrollMarginTop: rem(96), '&:focus': { outline: 'none' } } as const;

interface Props {
  row: StockRow;
  onSaved: () => void;
  onClose: () => void;
}

/** Below the table: adjusts one product's stock, and lists its changes. */
export function AdjustPanel({ row, onSaved, onClose }: Props) {
  const adjustment = useAdjustment(row, onSaved);
  const question = useUnsavedChangesPrompt(adjustment.form.dirty);
  const whole = useRef<HTMLDivElement>(null);
  useEffect(() => {
    whole.current?.focus();
  }, []);
  const { name } = row.product;
  return (
    <Box ref={whole} tabIndex={-1} role="group" aria-label={`Stock of ${name}`} sx={area}>
      <SideBySide columns="minmax(0, 1.8fr) minmax(0, 1fr)" gap={3.5}>
        <Panel
          title={
            <>
              {adjustment.level ? 'Adjust' : 'Count'}: <bdi>{name}</bdi>
            </>
          }
        >
          <AdjustForm {...adjustment} onClose={onClose} />
        </Panel>
        <MovementsPanel {...adjustment.movements} />
      </SideBySide>
      {question}
    </Box>
  );
}

function MovementsPanel({ level, hasFailed, retry }: ReturnType<typeof useAdjustment>['movements']) {
  if (level) return <Movements level={level} />;
  if (!hasFailed) return null;
  return (
    <Panel title="Movements">
      <LoadFailure sentence="Failed to load the movements" onRetry={retry} />
    </Panel>
  );
}

type FormProps = Omit<ReturnType<typeof useAdjustment>, 'movements'> & Pick<Props, 'onClose'>;

function AdjustForm({ form, submit, level, refusals, failure, onClose }: FormProps) {
  const { values, errors, isSubmitting, setFieldValue } = form;
  const threshold = thresholdOf(level);
  const bind = (field: keyof AdjustErrors) => ({
    name: field,
    autoComplete: 'off',
    value: values[field] ?? threshold,
    error: errors[field] ?? refusals[field],
    onChange: (value: string) =>
      void setFieldValue(field, field === 'lowAt' && value === threshold ? undefined : value),
  });
  return (
    <Stack component="form" {...submit} sx={{ gap: 2.5 }}>
      {level && (
        <div>
          <Segments label="How" value={values.by} choices={modes} onChange={(by) => void setFieldValue('by', by)} />
        </div>
      )}
      <Box sx={fieldGrid(3)}>
        {values.by === 'amount' ? (
          <FormField label="Amount" hint="Such as 6 or -2" {...bind('amount')} />
        ) : (
          <FormField label="Count" hint="Held pieces included" inputMode="numeric" {...bind('count')} />
        )}
        <FormSelect
          label="Reason"
          value={values.reason}
          choices={adjustmentReasons}
          onChange={(reason) => void setFieldValue('reason', reason)}
        />
        <FormField label="Low at" hint="From here on: only N left" inputMode="numeric" {...bind('lowAt')} />
      </Box>
      {failure && <ErrorAlert sentence={failure} />}
      <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1.5 }}>
        <Result level={level} values={values} />
        <Button variant="quiet" onClick={onClose} sx={{ ml: 'auto' }}>
          Close
        </Button>
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? 'Saving...' : 'Save'}
        </Button>
      </Stack>
    </Stack>
  );
}

/** The numbers after saving. */
function Result({ level, values }: Pick<FormProps, 'level'> & { values: FormProps['form']['values'] }) {
  const result = resultOf(values, level);
  const change = (before: number | undefined, after: number) =>
    before === undefined
      ? after.toLocaleString('en-US')
      : `${before.toLocaleString('en-US')} → ${after.toLocaleString('en-US')}`;
  return (
    <Typography role="status" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {result && (
        <>
          On hand <b>{change(level?.onHand, result.onHand)}</b>, available{' '}
          <b>{change(level?.available, result.available)}</b>
        </>
      )}
    </Typography>
  );
}
