import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { constants } from '../../lib/constants';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ServicePage } from './ServicePage';
import { ContactTeaser } from './ContactTeaser';

const [lowest, highest] = constants.priceRange;
const [earliest, latest] = constants.deliveryDays;

const link = (to: string, words: string) => (
  <Link className="text-link" to={to}>
    {words}
  </Link>
);

const questions: readonly (readonly [string, ReactNode])[] = [
  [
    'When is shipping free?',
    <>
      On every order over ${constants.freeShippingThreshold}. More about it under {link('/shipping', 'Shipping')}.
    </>,
  ],
  ['How long does a parcel take?', `${earliest} to ${latest} working days once it is packed.`],
  [
    'Can I send something back?',
    <>
      Yes, within {constants.returnDays} days. {link('/returns', 'Returns')} tells how.
    </>,
  ],
  [
    'Do I need an account?',
    <>
      Not to look around. To put something into your cart you {link('/login', 'sign in')} or{' '}
      {link('/register', 'create an account')}, so that your cart is the same on every device.
    </>,
  ],
  [
    'Why do I not see every product?',
    `The list starts with prices from $${lowest} to $${highest}. If something dearer matches, the page says how many products are hidden and offers to show them.`,
  ],
  [
    'A price in my cart has changed. What do I pay?',
    'The cart keeps the price of the moment you added the product and tells you beside it when the product costs something else now.',
  ],
  [
    'I shop with the keyboard. How do I reach Undo in a message?',
    'F8 leads to the newest message with a button, wherever you are; Tab leads back.',
  ],
  ['Is my payment secure?', 'Yes. Your details stay with you, and the shop never sees your password.'],
  ['When can I reach somebody?', <>Support is there 24/7. Write to us on the {link('/contact', 'contact page')}.</>],
];

export function FaqPage(page: PageTitleProps) {
  return (
    <ServicePage {...page}>
      <div className="service-faq">
        {questions.map(([question, answer]) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
      <ContactTeaser />
    </ServicePage>
  );
}
