import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { constants } from '../../lib/constants';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ContactTeaser } from './ContactTeaser';
import { ServicePage } from './ServicePage';
import { TextLink } from './TextLink';

const [lowest, highest] = constants.priceRange;

const link = (to: string, words: string) => <TextLink to={to}>{words}</TextLink>;

const questions: readonly (readonly [string, ReactNode])[] = [
  [
    'When is shipping free?',
    <>
      {link('/shipping', 'Shipping')} says above which sum, where there is one; your cart shows how far you are from it.
    </>,
  ],
  [
    'How long does a parcel take?',
    <>
      The checkout shows the days for your address. {link('/shipping', 'Shipping')} lists every way and what it costs.
    </>,
  ],
  [
    'Can I send something back?',
    <>
      Yes, within {constants.returnDays} days. {link('/returns', 'Returns')} tells how.
    </>,
  ],
  [
    'Where is my order?',
    <>
      Under {link('/dashboard/orders', 'Orders')}; bought without an account, {link('/order/find', 'find it')} by its
      number.
    </>,
  ],
  [
    'Do I need an account?',
    <>
      Not to look around, nor to buy: ‘Buy now’ on a product’s page goes straight to the checkout. To put something into
      your cart you {link('/login', 'sign in')} or {link('/register', 'create an account')}, so that your cart is the
      same on every device.
    </>,
  ],
  [
    'Why do I not see every product?',
    `The list starts with prices from $${lowest} to $${highest}. If something more expensive matches, the page says how many products are hidden and offers to show them.`,
  ],
  [
    'A price in my cart has changed. What do I pay?',
    'The price of now. If it rose since you added the product, you are asked first; if it fell, you pay less.',
  ],
  [
    'I shop with the keyboard. How do I reach Undo in a message?',
    'F8 leads to the newest message with a button, wherever you are; Tab leads back.',
  ],
  ['Is my payment secure?', 'Yes. Your details stay with you, and the shop never sees your password.'],
  ['When can I reach somebody?', <>Support is there 24/7. Write to us on the {link('/contact', 'contact page')}.</>],
];

/** Not MUI's Accordion: this one opens without scripts, and for the browser's text search. */
const Question = styled('details')(({ theme: { vars, spacing, transitions } }) => ({
  borderTop: `1px solid ${vars.palette.divider}`,
  '&:last-child': { borderBottom: `1px solid ${vars.palette.divider}` },
  '& summary': {
    position: 'relative',
    padding: `${spacing(2.25)} ${spacing(5.5)} ${spacing(2.25)} 0`,
    listStyle: 'none',
    cursor: 'pointer',
    '&::-webkit-details-marker': { display: 'none' },
    '&::after': {
      content: '""',
      position: 'absolute',
      right: spacing(1.25),
      top: spacing(3),
      width: 9,
      height: 9,
      border: `solid ${vars.palette.text.secondary}`,
      borderWidth: '0 2px 2px 0',
      transform: 'rotate(45deg)',
      transition: transitions.create('transform', { duration: 200 }),
    },
  },
  '&[open] summary::after': { transform: 'translateY(4px) rotate(225deg)' },
}));

export function FaqPage(page: PageTitleProps) {
  return (
    <ServicePage {...page}>
      <div>
        {questions.map(([question, answer]) => (
          <Question key={question}>
            <Typography variant="h6" component="summary">
              {question}
            </Typography>
            <Typography color="textSecondary" sx={{ maxWidth: '38em', pb: 2.5 }}>
              {answer}
            </Typography>
          </Question>
        ))}
      </div>
      <ContactTeaser />
    </ServicePage>
  );
}
