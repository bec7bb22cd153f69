import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import type { ReactNode } from 'react';
import { DeliveryZones } from '../../features/settings/DeliveryZones';
import { type Delivery, freeAboveOf, useDelivery } from '../../features/settings/useDelivery';
import { formatRoundCents } from '../../lib/formatRoundCents';
import { Icon } from '../../ui/Icon';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ContactTeaser } from './ContactTeaser';
import { Passage } from './Passage';
import { ServicePage } from './ServicePage';

interface Fact {
  icon: 'truck' | 'check' | 'cart';
  title: ReactNode;
  words: string;
}

function freeFact(delivery: Delivery | undefined): Fact[] {
  const limit = delivery && freeAboveOf(delivery);
  if (limit === undefined) return [];
  return [
    {
      icon: 'truck',
      title: (
        <>
          <bdi>{delivery?.zones[0]?.name}</bdi>: free on orders over {formatRoundCents(limit)}
        </>
      ),
      words: `The sum of what is in your cart counts, after discounts. The cart shows how far you are from ${formatRoundCents(limit)}.`,
    },
  ];
}

const facts: readonly Fact[] = [
  {
    icon: 'check',
    title: 'You see it before you pay',
    words:
      'The checkout shows each way to your address with its price and the days on which it arrives. Days are working days from the order on.',
  },
  {
    icon: 'cart',
    title: 'In stock means it is here',
    words:
      'What carries the words ‘Out of Stock’ cannot be added. Should something in your cart run out meanwhile, the cart says so.',
  },
];

export function ShippingPage(page: PageTitleProps) {
  const delivery = useDelivery();
  return (
    <ServicePage {...page}>
      <List disablePadding>
        {[...freeFact(delivery), ...facts].map(({ icon, title, words }) => (
          <ListItem
            key={icon}
            disableGutters
            sx={{ alignItems: 'start', gap: 2.5, py: 3, borderTop: 1, borderColor: 'divider' }}
          >
            <Box component="span" sx={{ color: 'primary.main' }}>
              <Icon name={icon} size={28} />
            </Box>
            <Passage title={title}>{words}</Passage>
          </ListItem>
        ))}
      </List>
      {delivery && <DeliveryZones delivery={delivery} />}
      <ContactTeaser />
    </ServicePage>
  );
}
