import { useMutation } from '@apollo/client/react';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useEffect, useRef, useState } from 'react';
import { UpdateFulfillmentDocument } from '../../__generated__/lazyOperations';
import { useFormSubmit } from '../../ui/formBinding';
import { toast } from '../../ui/toast';
import { useUnsavedChangesPrompt } from '../../ui/useUnsavedChangesPrompt';
import { parcelValues, toParcelInput } from './carriers';
import { FailureAlert } from './FailureAlert';
import { ParcelFields } from './ParcelFields';
import type { Parcel, ShopOrder } from './shopOrder';
import { useOrderChange } from './useOrderChange';
import type { OrderAccess } from './useShopOrder';

interface Props {
  order: ShopOrder;
  access: OrderAccess;
  parcel: Parcel;
  onClose: () => void;
}

/** Corrects carrier and tracking number of a shipped parcel. */
export function CorrectParcel({ order: { number, version }, access, parcel, onClose }: Props) {
  const [values, setValues] = useState(() => parcelValues(parcel.carrier, parcel.trackingNumber));
  const input = toParcelInput(values);
  const isDirty = input.carrier !== parcel.carrier || input.trackingNumber !== parcel.trackingNumber;
  const question = useUnsavedChangesPrompt(isDirty);
  const { run, isBusy, failure, whileIdle } = useOrderChange(access);
  const [update] = useMutation(UpdateFulfillmentDocument);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    area.current?.querySelector('input')?.focus();
  }, []);

  /** Moves the focus to the parcel, which is still rendered. */
  function close(): void {
    area.current?.closest<HTMLElement>('[data-parcel]')?.focus();
    onClose();
  }

  async function save(): Promise<void> {
    const correction = { number, id: parcel.id, version, ...input };
    const corrected = await run(
      correction,
      correction,
      async (options) => (await update(options)).data?.updateFulfillment,
    );
    if (!corrected) return;
    toast('The shipment is corrected', 'success');
    close();
  }

  const submit = useFormSubmit({ isSubmitting: isBusy, submitCount: 0, submitForm: save });
  const isOfField = failure?.field === 'carrier' || failure?.field === 'trackingNumber';
  return (
    <div ref={area}>
      {question}
      <Stack component="form" aria-label="Correct the shipment" {...submit} sx={{ gap: 2, py: 1 }}>
        <ParcelFields values={values} onChange={whileIdle(setValues)} failure={isOfField ? failure : undefined} />
        {!isOfField && <FailureAlert failure={failure} />}
        <Stack direction="row" sx={{ flexWrap: 'wrap', justifyContent: 'flex-end', gap: 1.5 }}>
          <Button variant="quiet" onClick={close}>
            Close
          </Button>
          <Button variant="ink" type="submit" disabled={isBusy}>
            {isBusy ? 'Saving…' : 'Save the correction'}
          </Button>
        </Stack>
      </Stack>
    </div>
  );
}
