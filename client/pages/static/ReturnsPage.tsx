import { Link } from 'react-router-dom';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ServicePage } from './ServicePage';
import { ContactTeaser } from './ContactTeaser';

const steps = [
  [
    'Tell us',
    <>
      Write to us on the{' '}
      <Link className="text-link" to="/contact">
        contact page
      </Link>{' '}
      what you want to send back. You need not say why.
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
  return (
    <ServicePage {...page}>
      <ol className="service-steps">
        {steps.map(([title, words]) => (
          <li key={title}>
            <h2>{title}</h2>
            <p>{words}</p>
          </li>
        ))}
      </ol>
      <div className="service-aside">
        <h2>Arrived broken, or not what you ordered?</h2>
        <p>
          Then the way back costs you nothing, whatever the day. Write to us with the name of the product and what is
          wrong with it.
        </p>
      </div>
      <ContactTeaser />
    </ServicePage>
  );
}
