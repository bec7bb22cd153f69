import { Link } from 'react-router-dom';
import { constants } from '../../lib/constants';
import type { PageTitleProps } from '../../ui/PageTitle';
import { ServicePage } from './ServicePage';
import { ContactTeaser } from './ContactTeaser';
import { retentionId, useContactRetention } from './useContactRetention';

const { idempotencyHours, deletedItemMinutes } = constants.keptFor;

const messages = 'Messages to us';

const stored: readonly (readonly [what: string, words: string])[] = [
  [
    'Your account',
    'Your name, your email address, your role and the address or file name of your picture, until the account is deleted. Your password goes to the identity provider alone: the shop never sees it.',
  ],
  [
    'Your cart and your products',
    'What you have added, with its price of that moment, until you remove it or your account is deleted.',
  ],
  ['What you delete', `It can be brought back for ${deletedItemMinutes} minutes, then it is gone.`],
  [
    'Answers to what you send',
    `So that nothing happens twice where a connection breaks, the answer is kept for ${idempotencyHours} hours.`,
  ],
  [messages, 'Your name, your address and your words, for the people of the shop who answer'],
  [
    'In your browser',
    'Who is signed in, the light or dark look what you may still undo, and the last products that you looked at, which a product’s page shows and clears. They are sent to the shop only to be shown. With ‘Remember Me’ unchecked the sign-in ends with the browser. There are no advertising or tracking cookies.',
  ],
];

function MessageRetention() {
  const days = useContactRetention();
  return days === '' ? (
    '.'
  ) : (
    <>
      , for <span id={retentionId}>{days}</span> days. They go at once when your account is deleted.
    </>
  );
}

export function PrivacyPage(page: PageTitleProps) {
  return (
    <ServicePage {...page}>
      <ol className="service-steps">
        {stored.map(([what, words]) => (
          <li key={what}>
            <h2>{what}</h2>
            <p>
              {words}
              {what === messages && <MessageRetention />}
            </p>
          </li>
        ))}
      </ol>
      <div className="service-aside">
        <h2>Your data are yours</h2>
        <p>
          Write to us on the{' '}
          <Link className="text-link" to="/contact">
            contact page
          </Link>{' '}
          to have them corrected or deleted. Your profile page gives you all of them as a file.
        </p>
      </div>
      <ContactTeaser />
    </ServicePage>
  );
}
