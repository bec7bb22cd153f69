import Box from '@mui/material/Box';
import type { Failure } from '../../lib/failure';
import { fieldGrid } from '../../ui/fieldGrid';
import { FormField } from '../../ui/FormField';
import { FormSelect } from '../../ui/FormSelect';
import { carrierChoices, linkHint, type ParcelValues } from './carriers';

interface Props {
  values: ParcelValues;
  onChange: (values: ParcelValues) => void;
  failure: Failure | undefined;
}

/** Carrier and tracking number. */
export function ParcelFields({ values, onChange, failure }: Props) {
  const errorOf = (field: string) => (failure?.field === field ? failure.sentence : undefined);
  return (
    <Box sx={fieldGrid(2)}>
      <FormSelect
        label="Carrier"
        error={values.carrier === 'OTHER' ? undefined : errorOf('carrier')}
        value={values.carrier}
        choices={carrierChoices}
        onChange={(carrier) => onChange({ ...values, carrier })}
      />
      {values.carrier === 'OTHER' && (
        <FormField
          label="Name of the carrier"
          name="carrierName"
          autoComplete="off"
          value={values.carrierName}
          error={errorOf('carrier')}
          onChange={(carrierName) => onChange({ ...values, carrierName })}
        />
      )}
      <FormField
        label="Tracking number"
        name="trackingNumber"
        autoComplete="off"
        value={values.trackingNumber}
        hint={linkHint(values)}
        error={errorOf('trackingNumber')}
        onChange={(trackingNumber) => onChange({ ...values, trackingNumber })}
      />
    </Box>
  );
}
