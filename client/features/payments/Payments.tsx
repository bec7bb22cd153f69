import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { usePaymentProvider } from '../../session/usePaymentProvider';
import { DayField } from '../../ui/DayField';
import { TestPaymentsNote } from '../../ui/TestPaymentsNote';
import { useListParams } from '../../ui/useListParams';
import { Attempts } from './Attempts';
import { Notices } from './Notices';
import { adjacentDay, problemOf, readParams, today, writeParams } from './paymentsParams';
import { Verdict } from './Verdict';

const head = { flexWrap: 'wrap', justifyContent: 'space-between', alignItems: 'center', gap: 2, width: 1 } as const;

/** The daily reconciliation, payment attempts and the provider's notices. */
export function Payments({ heading }: { heading: ReactNode }) {
  const { filters, change, ...listParams } = useListParams({ read: readParams, write: writeParams });
  const { day, status } = filters;
  const isTestProvider = usePaymentProvider() === 'test';
  const problem = problemOf(day);
  return (
    <>
      {isTestProvider && <TestPaymentsNote />}
      <Stack direction="row" sx={head}>
        {heading}
        <DayChoice day={day} onChange={(next) => change({ day: next })} />
      </Stack>
      <div role="alert">{problem !== undefined && <Typography color="error">{problem}</Typography>}</div>
      {problem === undefined && <Verdict key={day} day={day} />}
      <Attempts isTestProvider={isTestProvider} />
      <Notices status={status} listParams={listParams} onStatus={(next) => change({ status: next })} />
    </>
  );
}

function DayChoice({ day, onChange }: { day: string; onChange: (day: string) => void }) {
  const isLast = day >= today();
  const step = (label: string, to: string, isAtEnd = false) => (
    // Not `disabled`, so that the button just pressed keeps the focus.
    <Button variant="quiet" size="small" aria-disabled={isAtEnd} onClick={() => isAtEnd || onChange(to)}>
      {label}
    </Button>
  );
  return (
    <Stack direction="row" role="group" aria-label="Day" sx={{ flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
      {step('Previous day', adjacentDay(day, -1))}
      <DayField label="Day" day={day} onChange={onChange} />
      {step('Next day', adjacentDay(day, 1), isLast)}
    </Stack>
  );
}
