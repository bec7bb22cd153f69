import { constants } from '../../lib/constants';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ContactTeaser } from './ContactTeaser';
import { ServicePage } from './ServicePage';
import { Steps } from './Steps';

const terms: readonly (readonly [title: string, words: string])[] = [
  [
    'Prices',
    'All prices are in US dollars. You pay the price that the shop shows when you order; the cart says where it has changed since you added something.',
  ],
  [
    'Shipping',
    'What holds is what the checkout shows when you order: the ways to your address, their prices and the days on which a parcel arrives.',
  ],
  ['Returns', `You have ${constants.returnDays} days from the day a parcel arrives to send it back.`],
  ['Your account', 'It is yours alone: choose a password of its own, and tell us when somebody else knows it.'],
  [
    'What you offer',
    'You may sell what is yours to sell. Names, words and pictures must be true and must not hurt anybody; the shop may take down what is not.',
  ],
];

export function TermsPage(page: PageTitleProps) {
  return (
    <ServicePage {...page}>
      <Steps steps={terms} />
      <ContactTeaser />
    </ServicePage>
  );
}
