import Box from '@mui/material/Box';
import { useRef } from 'react';
import { fieldProps } from '../../ui/formBinding';
import { FormField } from '../../ui/FormField';
import { useFocusFallback } from '../../ui/useFocusFallback';
import { type AddressFieldView, addressFields, type Country, postalCodeHint } from './address';
import { CheckoutSection } from './CheckoutSection';
import { ChoiceField } from './ChoiceField';
import { SavedAddressChips, SaveThisAddress } from './SavedAddressChips';
import type { CheckoutForm } from './useCheckoutForm';
import type { SavedAddresses } from './useSavedAddresses';

interface Props {
  checkoutForm: CheckoutForm;
  addresses: SavedAddresses;
  countries: readonly Country[];
  /** The country's problem, for example that it is not delivered to. */
  countryProblem: string | undefined;
}

const rows = { display: 'grid', gridTemplateColumns: 'repeat(4, minmax(0, 1fr))', gap: 2.25 } as const;
const whole = { gridColumn: '1 / -1' } as const;
/** City and other short fields share one row; on phones only State and ZIP code do. */
const spans = {
  streetLine1: whole,
  city: { gridColumn: { xs: '1 / -1', sm: 'span 2' } },
  region: { gridColumn: { xs: '1 / -1', twoColumns: 'span 2', sm: 'span 1' } },
  postalCode: { gridColumn: { xs: '1 / -1', twoColumns: 'span 2', sm: 'span 1' } },
} as const;

/** Country first, because the fields below depend on it. */
export function DeliverySection({ checkoutForm, addresses, countries, countryProblem }: Props) {
  const { form, country, chooseCountry } = checkoutForm;
  const section = useRef<HTMLElement>(null);
  useFocusFallback(section, addresses.changes);
  const countryField = fieldProps(form, 'countryCode');
  return (
    <CheckoutSection ref={section} number={2} title="Delivery">
      <SavedAddressChips addresses={addresses} />
      <ChoiceField
        {...countryField}
        label="Country"
        placeholder="Choose a country"
        autoComplete="shipping country"
        choices={countries.map(({ code, name }) => ({ key: code, name }))}
        error={countryField.error ?? countryProblem}
        onChange={chooseCountry}
      />
      <FormField label="Full name" autoComplete="shipping name" required {...fieldProps(form, 'fullName')} />
      {country && (
        <Box sx={rows}>
          {addressFields(country).map((view) => (
            <Box key={view.name} sx={{ minWidth: 0, ...spans[view.name] }}>
              <AddressPart view={view} country={country} checkoutForm={checkoutForm} />
            </Box>
          ))}
        </Box>
      )}
      {country && (
        <>
          <FormField
            label="Apartment, floor (optional)"
            autoComplete="shipping address-line2"
            {...fieldProps(form, 'streetLine2')}
          />
          <FormField
            label="Phone (optional)"
            autoComplete="shipping tel"
            inputMode="tel"
            hint="Only for the carrier."
            {...fieldProps(form, 'phoneNumber')}
          />
          <SaveThisAddress addresses={addresses} />
        </>
      )}
    </CheckoutSection>
  );
}

interface PartProps {
  view: AddressFieldView;
  country: Country;
  checkoutForm: CheckoutForm;
}

function AddressPart({ view: { name, label, isRequired, autoComplete }, country, checkoutForm: { form } }: PartProps) {
  const field = fieldProps(form, name);
  if (name === 'region' && country.regions.length > 0)
    return (
      <ChoiceField
        {...field}
        label={label}
        autoComplete={autoComplete}
        placeholder="Choose"
        choices={country.regions}
      />
    );
  const hint = name === 'postalCode' ? postalCodeHint(country, form.values.postalCode) : undefined;
  return (
    <FormField
      label={isRequired ? label : `${label} (optional)`}
      autoComplete={autoComplete}
      required={isRequired}
      hint={hint}
      {...field}
    />
  );
}
