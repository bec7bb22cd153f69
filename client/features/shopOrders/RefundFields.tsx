import Box from '@mui/material/Box';
import type { Failure } from '../../lib/failure';
import { fieldGrid } from '../../ui/fieldGrid';
import { FormField } from '../../ui/FormField';
import { FormSelect } from '../../ui/FormSelect';
import { SwitchField } from '../../ui/SwitchField';
import { isShippingLeft, refundReasons, type RefundValues } from './refund';
import type { ShopOrder } from './shopOrder';

interface Props {
  order: ShopOrder;
  values: RefundValues;
  set: (more: Partial<RefundValues>) => void;
  problem: Failure | undefined;
}

/** All fields of a refund but its pieces. */
export function RefundFields({ order, values, set, problem }: Props) {
  const errorOf = (field: string) => (problem?.field === field ? problem.sentence : undefined);
  return (
    <>
      <Box sx={fieldGrid(2)}>
        <FormField
          label="Extra amount"
          name="amount"
          autoComplete="off"
          inputMode="decimal"
          value={values.amount}
          hint="In dollars"
          error={errorOf('amount')}
          onChange={(amount) => set({ amount })}
        />
        <FormSelect
          label="Reason"
          error={values.reason === 'OTHER' ? undefined : errorOf('reason')}
          value={values.reason}
          choices={refundReasons}
          onChange={(reason) => set({ reason })}
        />
        {values.reason === 'OTHER' && (
          <FormField
            label="Which reason"
            name="reasonText"
            autoComplete="off"
            value={values.reasonText}
            hint="Its buyer does not see it"
            error={errorOf('reason')}
            onChange={(reasonText) => set({ reasonText })}
          />
        )}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '0 24px' }}>
        {isShippingLeft(order) && (
          <SwitchField label="Refund shipping" checked={values.shipping} onChange={(shipping) => set({ shipping })} />
        )}
        <SwitchField label="Put back into stock" checked={values.restock} onChange={(restock) => set({ restock })} />
      </Box>
    </>
  );
}
