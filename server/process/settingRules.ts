import { isLoopbackHost } from '../text/isLoopbackHost';

/** The parsed settings, for rules across several of them; undefined if missing or invalid by itself. */
interface GivenSettings {
  readonly NODE_ENV?: string | undefined;
  readonly HOST?: string | undefined;
  readonly PORT?: number | undefined;
  readonly METRICS_PORT?: number | undefined;
  readonly PUBLIC_URL?: string | undefined;
  readonly DEMO_DATA?: boolean | undefined;
  readonly PAYMENT_PROVIDER?: string | undefined;
  readonly STRIPE_SECRET_KEY?: string | undefined;
  readonly STRIPE_PUBLISHABLE_KEY?: string | undefined;
}

interface Rules {
  readonly values: GivenSettings;
  /** Whether it is set, valid or not. */
  readonly isGiven: (name: string) => boolean;
  readonly refuse: (name: string, why: string) => void;
}

const firebaseNames = ['FIREBASE_PROJECT_ID', 'FIREBASE_API_KEY', 'FIREBASE_AUTH_DOMAIN'];
const stripeNames = ['STRIPE_SECRET_KEY', 'STRIPE_PUBLISHABLE_KEY', 'STRIPE_WEBHOOK_SECRET'];

/** Loopback traffic needs no TLS. */
function isSafeOrigin(origin: string): boolean {
  const { protocol, hostname } = new URL(origin);
  return protocol === 'https:' || isLoopbackHost(hostname);
}

const isProduction = ({ values }: Rules) => values.NODE_ENV === 'production';
const hasFirebase = ({ isGiven }: Rules) => firebaseNames.some(isGiven);

/** Rejects invalid combinations and missing companions of settings. */
export function checkSettings(rules: Rules): void {
  checkPorts(rules);
  checkFirebase(rules);
  checkMail(rules);
  checkPayments(rules);
  if (isProduction(rules)) checkProduction(rules);
}

function checkPorts({ values: { PORT, METRICS_PORT }, refuse }: Rules): void {
  if (PORT !== undefined && PORT > 0 && PORT === METRICS_PORT)
    refuse('METRICS_PORT', 'must be another one than PORT, where the shop itself answers.');
}

function checkFirebase(rules: Rules): void {
  const { values, isGiven, refuse } = rules;
  if (isGiven('FIREBASE_AUTH_EMULATOR_HOST'))
    refuse(
      'FIREBASE_AUTH_EMULATOR_HOST',
      'must not be set: Kiosk starts its own emulator where FIREBASE_PROJECT_ID is not set.',
    );
  if (isProduction(rules) || hasFirebase(rules)) {
    const why = isProduction(rules)
      ? 'production needs a real Firebase project'
      : 'the FIREBASE_ variables belong together';
    for (const name of firebaseNames) if (!isGiven(name)) refuse(name, `is missing: ${why}.`);
  } else if (values.HOST !== undefined && !isLoopbackHost(values.HOST))
    refuse('HOST', 'must be 127.0.0.1, localhost or ::1 with the identity emulator, which accepts unsigned tokens.');
}

function checkMail({ isGiven, refuse }: Rules): void {
  if (isGiven('CONTACT_EMAIL') && !isGiven('SMTP_URL'))
    refuse('CONTACT_EMAIL', 'is set, but without SMTP_URL no mail can be sent: set SMTP_URL and MAIL_FROM, too.');
  if (isGiven('SMTP_URL') === isGiven('MAIL_FROM')) return;
  const missing = isGiven('SMTP_URL') ? 'MAIL_FROM' : 'SMTP_URL';
  refuse(missing, 'is missing: SMTP_URL and MAIL_FROM belong together.');
}

/** The test provider moves no money, so it is only allowed with the identity emulator. */
function checkPayments(rules: Rules): void {
  const { values, isGiven, refuse } = rules;
  const isReal = isProduction(rules) || hasFirebase(rules);
  const name = values.PAYMENT_PROVIDER ?? (stripeNames.some(isGiven) ? 'stripe' : isReal ? 'none' : 'test');
  if (name === 'stripe') return checkStripe(rules);
  const [unused, ...others] = [...stripeNames, 'STRIPE_API_BASE'].filter(isGiven);
  if (unused !== undefined) refuse(unused, `${andAre(others)} set, but PAYMENT_PROVIDER is ${name}.`);
  if (name === 'test' && isReal)
    refuse('PAYMENT_PROVIDER', 'must not be test beside a real Firebase project or in production.');
}

/** The end of the sentence that begins with the first of several names. */
const andAre = (others: readonly string[]): string =>
  [...others.map((name) => `and ${name}`), others.length === 0 ? 'is' : 'are'].join(' ');

const isLiveKey = (key: string | undefined): boolean => key?.split('_')[1] === 'live';

function checkStripe(rules: Rules): void {
  const { values, isGiven, refuse } = rules;
  const [first, ...others] = stripeNames.filter((name) => !isGiven(name));
  if (first !== undefined)
    return refuse(
      first,
      `${andAre(others)} missing: payments by Stripe need STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET.`,
    );
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = values;
  const isLive = isLiveKey(secretKey);
  if (secretKey !== undefined && publishableKey !== undefined && isLive !== isLiveKey(publishableKey))
    refuse('STRIPE_PUBLISHABLE_KEY', 'is of another mode than STRIPE_SECRET_KEY: both are test or live.');
  else if (isLive && values.PUBLIC_URL?.startsWith('https://') !== true)
    refuse('PUBLIC_URL', 'must be https with live keys of Stripe.');
  if (isGiven('STRIPE_API_BASE') && (isLive || isProduction(rules)))
    refuse('STRIPE_API_BASE', 'must not be set with live keys or in production: it is for tests.');
}

function checkProduction({ values, isGiven, refuse }: Rules): void {
  if (isGiven('AUTH_EMULATOR_PORT'))
    refuse('AUTH_EMULATOR_PORT', 'must not be set in production: the emulator accepts unsigned tokens.');
  if (!isGiven('MONGODB_URI'))
    refuse('MONGODB_URI', "is missing: production needs a MongoDB, or 'embedded' for the shop's own database.");
  if (!isGiven('PUBLIC_URL')) refuse('PUBLIC_URL', 'is missing: production needs the address that shoppers see.');
  if (values.PUBLIC_URL !== undefined && !isSafeOrigin(values.PUBLIC_URL))
    refuse('PUBLIC_URL', 'must be https in production: tokens and passwords travel on it.');
  if (values.DEMO_DATA === true)
    refuse('DEMO_DATA', 'must not be on in production: it fills the shop with products that are not there.');
}
