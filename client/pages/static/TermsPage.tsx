import { constants } from '../../lib/constants';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ContactTeaser } from './ContactTeaser';
import { ServicePage } from './ServicePage';
import { Steps } from './Steps';

const [earliest, latest] = constants.deliveryDays;

const terms: readonly (readonly [title: string, words: string])[] = [
  [
    'Prices',
    'All prices are in US dollars. You pay the price that the shop shows when you order; the cart says where it has changed since you added something.',
  ],
  [
    'Shipping',
    `A parcel takes ${earliest} to ${latest} working days once it is packed. Orders over $${constants.freeShippingThreshold} travel for free.`,
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
