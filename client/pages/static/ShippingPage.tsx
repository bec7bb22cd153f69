import Box from '@mui/material/Box';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import { constants } from '../../lib/constants';
import { Icon } from '../../ui/Icon';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ContactTeaser } from './ContactTeaser';
import { Passage } from './Passage';
import { ServicePage } from './ServicePage';

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
      <List disablePadding>
        {facts.map(({ icon, title, words }) => (
          <ListItem
            key={title}
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
      <ContactTeaser />
    </ServicePage>
  );
}
