import { Fragment } from 'react';
import { type Delivery, useDelivery } from '../../features/settings/useDelivery';
import type { PageTitleProps } from '../../ui/PageTitle';
import { Aside } from './Aside';
import { Passage } from './Passage';
import { ContactTeaser } from './ContactTeaser';
import { ServicePage } from './ServicePage';
import { Steps } from './Steps';
import { TextLink } from './TextLink';

const steps = [
  [
    'Tell us',
    <>
      Write to us on the <TextLink to="/contact">contact page</TextLink> what you want to send back. You need not say
      why.
    </>,
  ],
  ['Pack it', 'Unused and complete, in its own packing or another that keeps it safe.'],
  ['Send it', 'Within the time above; the day you hand it in counts.'],
  [
    'Get your money back',
    'The whole price you paid, the way you paid it, once the parcel has arrived and was looked at.',
  ],
] as const;

export function ReturnsPage(page: PageTitleProps) {
  const delivery = useDelivery();
  return (
    <ServicePage {...page}>
      <Steps steps={steps} />
      <Aside title="Arrived broken, or not what you ordered?">
        Then the way back costs you nothing, whatever the day. Write to us with the name of the product and what is
        wrong with it.
      </Aside>
      {delivery && <FromWhere delivery={delivery} />}
      <ContactTeaser />
    </ServicePage>
  );
}

/** From all delivery countries, including the tax as charged. */
function FromWhere({ delivery: { zones, pricesIncludeTax } }: { delivery: Delivery }) {
  const names = zones.flatMap(({ name, methods }) => (methods.length > 0 ? [name] : []));
  return (
    <>
      {names.length > 0 && (
        <Passage title="From where">
          We take things back from everywhere that we deliver to:{' '}
          {names.map((name, at) => (
            <Fragment key={name}>
              {at > 0 && ', '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
          .
        </Passage>
      )}
      <Passage title="And the tax?">
        {pricesIncludeTax
          ? 'Our prices include it: it comes back with the price.'
          : 'What was added to the price at the checkout comes back with it.'}
      </Passage>
    </>
  );
}
