import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

export interface SecuritySettings {
  /** null: the identity emulator. */
  readonly authDomain: string | null;
  /** The emulator's URL for the browser. */
  readonly authEmulatorUrl: () => string | null;
  readonly https: boolean;
  /** Payments use Stripe, whose script must be loaded from Stripe. */
  readonly stripe: boolean;
}

export const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const permissionsWith = (payment: string) =>
  `camera=(), geolocation=(), microphone=(), payment=${payment}, usb=(), interest-cohort=()`;
const permissions = permissionsWith('()');

/** Hosts of Stripe's form, its bank dialogs and its wallets. */
const stripeHosts = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  permissions: permissionsWith('(self "https://js.stripe.com")'),
};
const noHosts = { scripts: [], frames: [], connections: [], permissions } as const;

/** Express accepts raw header names that Node's types declare on requests only. */
type WithRawNames = ServerResponse & { getRawHeaderNames: () => string[] };

/** Alternating names and values, sent with every response; pages replace the policy. */
export function commonHeaders({ https }: SecuritySettings): readonly string[] {
  const protect = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
  });
  // Constant, so Helmet runs once.
  const example = new ServerResponse(new IncomingMessage(new Socket()));
  protect(example.req, example, () => undefined);
  example.setHeader('Content-Security-Policy', apiPolicy).setHeader('Permissions-Policy', permissions);
  const names = (example as WithRawNames).getRawHeaderNames();
  return names.flatMap((name) => [name, String(example.getHeader(name))]);
}

export function securityHeaders(headers: readonly string[]): RequestHandler {
  return (_request, response, next) => {
    for (let at = 0; at < headers.length; at += 2) response.setHeader(headers[at] ?? '', headers[at + 1] ?? '');
    next();
  };
}

const common = [
  "default-src 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "manifest-src 'self'",
];

function connections({ authDomain, authEmulatorUrl }: SecuritySettings, more: readonly string[] = []): string {
  const emulator = authEmulatorUrl();
  const identity =
    authDomain === null ? [emulator] : ['https://identitytoolkit.googleapis.com', 'https://securetoken.googleapis.com'];
  return ["connect-src 'self'", ...identity.filter((host) => host !== null), ...more].join(' ');
}

/** Scripts of the sign-in popup: Firebase's loader, and what it loads. */
const popupScripts = ['https://apis.google.com/js/api.js', 'https://apis.google.com/_/scs/'];

/** Whether the payment page needs a policy of its own. */
export const opensForPayments = ({ stripe }: SecuritySettings): boolean => stripe;

/**
 * The storefront's policy; returns the nonce for its styles. Scripts have none, because whatever runs in the page could
 * read it. Only the payment page allows Stripe.
 */
export function setPagePolicy(
  response: Response,
  settings: SecuritySettings,
  inlineScripts: readonly string[],
  takesPayments = false,
): string {
  const nonce = randomBytes(16).toString('base64');
  const { authDomain } = settings;
  const provider = takesPayments && opensForPayments(settings) ? stripeHosts : noHosts;
  const frames = [...(authDomain === null ? [] : [`https://${authDomain}`]), ...provider.frames];
  const scripts = [...(authDomain === null ? [] : popupScripts), ...provider.scripts];
  const policy = [
    ...common,
    ["script-src 'self'", ...inlineScripts, ...scripts].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' http: https:",
    "font-src 'self'",
    connections(settings, provider.connections),
    ...(frames.length === 0 ? [] : [`frame-src ${frames.join(' ')}`]),
  ];
  response.setHeader('Content-Security-Policy', policy.join('; '));
  response.setHeader('Permissions-Policy', provider.permissions);
  return nonce;
}

/** The playground's policy: its editor needs inline styles, workers and fonts in data: URLs. */
export function setPlaygroundPolicy(
  response: Response,
  settings: SecuritySettings,
  inlineScripts: readonly string[],
): void {
  const policy = [
    ...common,
    ["script-src 'self'", ...inlineScripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    connections(settings),
  ];
  response.setHeader('Content-Security-Policy', policy.join('; '));
}
