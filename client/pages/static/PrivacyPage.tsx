import type { ReactNode } from 'react';
import { constants } from '../../lib/constants';
import type { PageTitleProps } from '../../ui/PageTitle';
import { Aside } from './Aside';
import { ContactTeaser } from './ContactTeaser';
import { ServicePage } from './ServicePage';
import { Steps } from './Steps';
import { TextLink } from './TextLink';
import { usePaymentProvider } from '../../session/usePaymentProvider';
import { retentionId, useContactRetention } from './useContactRetention';

const { idempotencyHours, deletedItemMinutes } = constants.retention;

function MessageRetention() {
  const days = useContactRetention();
  return (
    days !== '' && (
      <>
        The shop keeps them for <span id={retentionId}>{days}</span> days. They go at once when your account is deleted.
      </>
    )
  );
}

const stored: readonly (readonly [what: string, words: ReactNode])[] = [
  [
    'Your account',
    'Your name, your email address, your role and the address or file name of your picture, until the account is deleted. Your password goes to the identity provider alone: the shop never sees it.',
  ],
  [
    'Your cart and your products',
    'What you have added, with its price of that moment, until you remove it or your account is deleted.',
  ],
  [
    'Your orders',
    'What you bought, your email address, your addresses and phone number, your note, and the brand and last four digits of your card. The law asks the shop to keep its invoices, so orders stay for good. When your account is deleted, your name, your addresses and what the invoices say remain; the rest of an order is removed as soon as nothing is left to do of it. Orders without an account stay as they are.',
  ],
  [
    'A purchase that you began',
    'Your email address, your addresses and what you are buying, for 30 days after the last change. It is removed with your account when it is over.',
  ],
  [
    'Your saved addresses',
    'Those that you had the shop keep for the next order, until you remove them or your account is deleted.',
  ],
  [
    'Mails to you',
    'The email address, the order and the state of each mail that the shop sends you, for 90 days. They are removed with your account; those of an order under way, when it is finished.',
  ],
  ['What you delete', `It can be brought back for ${deletedItemMinutes} minutes, then it is gone.`],
  [
    'Answers to what you send',
    `So that nothing happens twice where a connection breaks, the answer is kept for ${idempotencyHours} hours.`,
  ],
  [
    'Your network address',
    `So that nobody floods the shop, it counts what comes from an address: for a minute, and for a day when you begin a purchase, write to us or ask for the link to an order. What you send without an account has its answer kept under the address, for ${idempotencyHours} hours. A purchase without an account has it, as a code that cannot be read back, while pieces are held for you.`,
  ],
  [
    'Messages to us',
    <>
      Your name, your address and your words, for the people of the shop who answer, and who may be mailed them.{' '}
      <MessageRetention />
    </>,
  ],
  [
    'In your browser',
    'Who is signed in, the light or dark look, what you may still undo, and the last products that you looked at, which a product’s page shows and clears. They are sent to the shop only to be shown. What you type into a checkout, never your card, stays in its tab until the order is placed or the tab is closed; of a purchase without an account the tab also keeps the key that opens it. What you type to register, without the password, stays in the browser until the shop has taken or refused it; until then each page that you open tries again. With ‘Remember Me’ unchecked the sign-in ends with the browser. There are no advertising or tracking cookies. Where one can sign in with Google, phones and Safari load a script from Google with the pages to sign in and to register, others only when its button is pressed.',
  ],
];

/** For shops with real payments. */
const payments: (typeof stored)[number] = [
  'Your card',
  'It goes from your browser to Stripe, the payment service, and never through the shop, which is told its brand, its last four digits and whether it was charged. Stripe is told your email address, to which it may write a receipt, and the number and total of your order. Your browser asks Stripe on the payment page alone, and Stripe may set cookies there that protect against fraud.',
];

export function PrivacyPage(page: PageTitleProps) {
  const isStripe = usePaymentProvider() === 'stripe';
  return (
    <ServicePage {...page}>
      <Steps steps={isStripe ? [...stored, payments] : stored} />
      <Aside title="Your data are yours">
        Write to us on the <TextLink to="/contact">contact page</TextLink> to have them corrected or deleted. Your
        profile page gives you all of them as a file.
      </Aside>
      <ContactTeaser />
    </ServicePage>
  );
}
