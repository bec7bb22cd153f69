import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { mailtoAddress } from '../../lib/mailtoAddress';
import { AddressLines } from '../../ui/AddressLines';
import { Panel } from '../../ui/Panel';
import type { ShopOrder } from './shopOrder';

export function BuyerPanel({ order }: { order: ShopOrder }) {
  const { buyer, shippingAddress, billingAddress, shippingMethodName, buyerNote } = order;
  const { phoneNumber } = shippingAddress;
  const bought = buyer ? boughtAs(buyer) : '';
  return (
    <Panel title="Buyer">
      <div>
        {shippingAddress.countryCode !== '' && <AddressLines address={shippingAddress} />}
        {buyer && buyer.email !== '' && (
          <Link href={mailtoAddress(buyer.email)} variant="body2" sx={{ overflowWrap: 'anywhere' }}>
            <bdi>{buyer.email}</bdi>
          </Link>
        )}
        {phoneNumber !== '' && (
          <Typography variant="body2">
            <bdi>{phoneNumber}</bdi>
          </Typography>
        )}
        <Typography variant="body2" color="textSecondary">
          <bdi>{shippingMethodName}</bdi>
          {shippingMethodName !== '' && bought !== '' && ', '}
          {bought}
        </Typography>
      </div>
      <Part title="Billing address">
        {billingAddress ? <AddressLines address={billingAddress} /> : <Typography variant="body2">The same</Typography>}
      </Part>
      {buyerNote !== '' && (
        <Part title="Note of the buyer">
          <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
            {buyerNote}
          </Typography>
        </Part>
      )}
    </Panel>
  );
}

function boughtAs({ id, accountDeleted }: NonNullable<ShopOrder['buyer']>): string {
  if (accountDeleted) return 'the account was deleted';
  return id === null ? 'bought as a guest' : '';
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <Typography variant="caption" component="h3" color="textSecondary">
      {title}
    </Typography>
    {children}
  </div>
);
