import { constants } from '../../lib/constants';
import type { PageTitleProps } from '../../ui/PageTitle';
import { Facts } from './Facts';
import { ServicePage } from './ServicePage';
import { ContactTeaser } from './ContactTeaser';

const threshold = `$${constants.freeShippingThreshold}`;
const [earliest, latest] = constants.deliveryDays;

const facts = [
  {
    icon: 'truck',
    title: `Free on orders over ${threshold}`,
    words: `The sum of what is in your cart counts, after discounts. The cart shows how far you are from ${threshold}.`,
  },
  {
    icon: 'check',
    title: `${earliest} to ${latest} working days`,
    words: 'That is how long a parcel takes once it is packed. We pack in the order in which orders come in.',
  },
  {
    icon: 'cart',
    title: 'In stock means it is here',
    words:
      'What carries the words ‘Out of Stock’ cannot be added. Should something in your cart run out meanwhile, the cart says so.',
  },
] as const;

export function ShippingPage(page: PageTitleProps) {
  return (
    <ServicePage {...page}>
      <Facts facts={facts} />
      <ContactTeaser />
    </ServicePage>
  );
}
