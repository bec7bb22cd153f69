import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useFormik } from 'formik';
import { useEffect, useImperativeHandle, useState } from 'react';
import { object, string } from 'yup';
import { fieldProps } from '../../../ui/formBinding';
import { FormField } from '../../../ui/FormField';
import type { FieldProblem } from '../fieldProblem';
import { findTestCard, spaced, testCards } from '../testCards';
import type { PaymentFormProps } from './paymentForm';
import { callTestProvider } from './testPayments';

const shownFirst = ['4242424242424242', '4000000000000002', '4000000000009995', '4000002500003155'];

const labels = { number: 'Card number', expiry: 'Expiry date', securityCode: 'Security code' } as const;
type Name = keyof typeof labels;
const names = Object.keys(labels) as Name[];

/** A card is valid until the end of its month. */
function isAhead(expiry: string): boolean {
  const [, month = '', year = ''] = /^(\d{1,2})\s*\/\s*(\d{2})$/.exec(expiry.trim()) ?? [];
  return Number(month) >= 1 && Number(month) <= 12 && new Date(2000 + Number(year), Number(month), 1) > new Date();
}

/** Mirrors the provider's rules, which are authoritative. */
const cardSchema = object({
  number: string()
    .trim()
    .required('Enter the number of a test card')
    .test('known', 'Only the listed test cards are taken. Never type a real card.', (number) =>
      Boolean(findTestCard(number)),
    ),
  expiry: string()
    .required('Enter a date that is not over yet, as MM/YY.')
    .test('ahead', 'Enter a date that is not over yet, as MM/YY.', isAhead),
  securityCode: string()
    .trim()
    .required('Enter three or four digits.')
    .matches(/^\d{3,4}$/, 'Enter three or four digits.'),
});

const problemOf = (name: Name, message: string): FieldProblem => ({ name, label: labels[name], message });

const problemsOf = (errors: Partial<Record<Name, string | false | undefined>>): FieldProblem[] =>
  names.flatMap((name) => (errors[name] ? [problemOf(name, errors[name])] : []));

const isName = (field: string | undefined): field is Name => field !== undefined && field in labels;

/** Always some years in the future. */
const someExpiry = () => `12/${String(new Date().getFullYear() + 3).slice(-2)}`;

/** The test provider's form: it accepts the listed cards only, which are neither stored nor autofilled. */
export function TestCardForm({ ref, declined, onProblems }: PaymentFormProps) {
  const form = useFormik({
    initialValues: { number: '', expiry: '', securityCode: '' },
    validationSchema: cardSchema,
    onSubmit: () => undefined,
  });
  const [declinedNumber, setDeclinedNumber] = useState<string>();
  const [showsAll, setShowsAll] = useState(false);
  const { values, errors, touched } = form;
  useEffect(
    () => onProblems(problemsOf(Object.fromEntries(names.map((name) => [name, touched[name] && errors[name]])))),
    [errors, touched, onProblems],
  );

  useImperativeHandle(ref, () => ({
    async check() {
      await form.setTouched({ number: true, expiry: true, securityCode: true });
      return problemsOf(await form.validateForm());
    },
    async pay({ id, clientSecret }) {
      setDeclinedNumber(values.number);
      const refusal = await callTestProvider(id, 'pay', { clientSecret, ...values });
      if (refusal === null) return { kind: 'sent' };
      const name = isName(refusal.field) ? refusal.field : 'number';
      form.setFieldError(name, refusal.error);
      return { kind: 'refused', problem: problemOf(name, refusal.error) };
    },
  }));

  function fillIn(number: string): void {
    void form.setValues({ number: spaced(number), expiry: someExpiry(), securityCode: '123' });
  }

  // Of the declined card, until another number is typed.
  const numberError = declined !== undefined && values.number === declinedNumber ? declined : undefined;
  const number = fieldProps(form, 'number');
  const common = { autoComplete: 'off', inputMode: 'numeric', required: true } as const;
  return (
    <Stack sx={{ gap: 2.25 }}>
      <TestCardButtons showsAll={showsAll} onShowAll={() => setShowsAll(!showsAll)} onChoose={fillIn} />
      <FormField label={labels.number} {...common} {...number} error={number.error ?? numberError} />
      <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', twoColumns: '1fr 1fr' }, gap: 2.25 }}>
        <FormField label={labels.expiry} hint="MM/YY" {...common} {...fieldProps(form, 'expiry')} />
        <FormField label={labels.securityCode} {...common} {...fieldProps(form, 'securityCode')} />
      </Box>
    </Stack>
  );
}

interface ButtonsProps {
  showsAll: boolean;
  onShowAll: () => void;
  onChoose: (number: string) => void;
}

function TestCardButtons({ showsAll, onShowAll, onChoose }: ButtonsProps) {
  const cards = showsAll ? testCards : testCards.filter(({ number }) => shownFirst.includes(number));
  return (
    <div>
      <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', mb: 1 }}>
        <Typography variant="caption" color="textSecondary" id="test-cards">
          Fill in a test card
        </Typography>
        <Button variant="link" aria-expanded={showsAll} onClick={onShowAll}>
          {showsAll ? 'Fewer test cards' : 'All test cards'}
        </Button>
      </Stack>
      <Stack direction="row" role="group" aria-labelledby="test-cards" sx={{ flexWrap: 'wrap', gap: 1 }}>
        {cards.map(({ number, title }) => (
          <Button key={number} variant="soft" size="small" onClick={() => onChoose(number)}>
            <Typography component="span" variant="caption" color="textSecondary" sx={{ mr: 1 }}>
              …{number.slice(-4)}
            </Typography>
            {title}
          </Button>
        ))}
      </Stack>
    </div>
  );
}
