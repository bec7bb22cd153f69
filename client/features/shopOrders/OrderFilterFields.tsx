import Box from '@mui/material/Box';
import { DayField } from '../../ui/DayField';
import { SelectField } from '../../ui/SelectField';
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
        <DayField label="From" day={from} onChange={(next) => onChange({ from: next })} />
        <DayField label="To" day={to} onChange={(next) => onChange({ to: next })} />
      </Box>
    </>
  );
}
