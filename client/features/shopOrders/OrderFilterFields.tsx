import Box from '@mui/material/Box';
import { dayRange } from '../../lib/dayRange';
import { DateField } from '../../ui/DateField';
import { SelectField } from '../../ui/SelectField';
import { useDebouncedInput } from '../../ui/useDebouncedInput';
import { filteredStatuses } from './orderLabels';
import { keyIn, type OrderListFilters } from './orderListFilters';

function choicesOf<Value extends string>(labels: Readonly<Record<Value, { readonly label: string }>>) {
  const entries = Object.entries<{ readonly label: string }>(labels);
  return [['', 'Any'] as const, ...entries.map(([value, { label }]) => [keyIn(labels, value), label] as const)];
}

const orderChoices = choicesOf(filteredStatuses.order);
const paymentChoices = choicesOf(filteredStatuses.payment);
const fulfillmentChoices = choicesOf(filteredStatuses.fulfillment);

interface Props {
  filters: OrderListFilters;
  onChange: (change: Partial<OrderListFilters>) => void;
}

export function OrderFilterFields({ filters, onChange }: Props) {
  const { status, payment, fulfillment, from, to } = filters;
  return (
    <>
      <SelectField
        label="Order"
        value={status}
        choices={orderChoices}
        onChange={(next) => onChange({ status: next })}
      />
      <SelectField
        label="Payment"
        value={payment}
        choices={paymentChoices}
        onChange={(next) => onChange({ payment: next })}
      />
      <SelectField
        label="Fulfillment"
        value={fulfillment}
        choices={fulfillmentChoices}
        onChange={(next) => onChange({ fulfillment: next })}
      />
      {/* If both do not fit in one line, both wrap. */}
      <Box sx={{ display: { xs: 'contents', sm: 'flex' }, gap: 1.5 }}>
        <DayField label="From" value={from} onChange={(next) => onChange({ from: next })} />
        <DayField label="To" value={to} onChange={(next) => onChange({ to: next })} />
      </Box>
    </>
  );
}

/** While a year is typed the value passes through 0002, 0020 and 0202 before 2026. */
const isComplete = (date: string) => date === '' || (dayRange(date) !== undefined && date >= '1000');

interface DayFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

function DayField({ label, value, onChange }: DayFieldProps) {
  const [draft, setDraft] = useDebouncedInput(value, (next) => isComplete(next) && next !== value && onChange(next));
  return <DateField label={label} value={draft} onChange={setDraft} />;
}
