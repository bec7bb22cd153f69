import { randomBytes } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestHandler, Response } from 'express';
import helmet from 'helmet';

export interface SecuritySettings {
  /** null: the identity emulator. */
  readonly authDomain: string | null;
  /** Where the browser reaches the emulator. */
  readonly authEmulatorUrl: () => string | null;
  readonly https: boolean;
  /** Payments are taken by Stripe, whose script must come from Stripe. */
  readonly stripe: boolean;
}

export const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const permissionsWith = (payment: string) =>
  `camera=(), geolocation=(), microphone=(), payment=${payment}, usb=(), interest-cohort=()`;
const permissions = permissionsWith('()');

/** What Stripe's form, its dialogs of banks and its wallets need. */
const stripeHosts = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  permissions: permissionsWith('(self "https://js.stripe.com")'),
};
const noHosts = { scripts: [], frames: [], connections: [], permissions } as const;

/** As they were given; Node's types know it of requests only. */
type WithRawNames = ServerResponse & { getRawHeaderNames: () => string[] };

/** Names and values by turns, of every answer; a page replaces the policy by its own. */
export function commonHeaders({ https }: SecuritySettings): readonly string[] {
  const protect = helmet({
    contentSecurityPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: true },
  });
  // The same for every request, so Helmet is asked once.
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

/** What the popup needs: the loader that Firebase asks for, and what the loader asks for. */
const popupScripts = ['https://apis.google.com/js/api.js', 'https://apis.google.com/_/scs/'];

/** Whether pages that take payments have another policy than the others. */
export const opensForPayments = ({ stripe }: SecuritySettings): boolean => stripe;

/**
 * The storefront's policy; answers the nonce that its scripts and styles must carry. Where payments are taken by Stripe, Stripe is let
 * into the pages that take them, and into no other one.
 */
export function setPagePolicy(response: Response, settings: SecuritySettings, takesPayments = false): string {
  const nonce = randomBytes(16).toString('base64');
  const { authDomain } = settings;
  const provider = takesPayments && opensForPayments(settings) ? stripeHosts : noHosts;
  const frames = [...(authDomain === null ? [] : [`https://${authDomain}`]), ...provider.frames];
  const scripts = [...(authDomain === null ? [] : popupScripts), ...provider.scripts];
  const policy = [
    ...common,
    ["script-src 'self'", `'nonce-${nonce}'`, ...scripts].join(' '),
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
export function setPlaygroundPolicy(response: Response, settings: SecuritySettings): string {
  const nonce = randomBytes(16).toString('base64');
  const policy = [
    ...common,
    `script-src 'self' 'nonce-${nonce}'`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    "worker-src 'self' blob:",
    connections(settings),
  ];
  response.setHeader('Content-Security-Policy', policy.join('; '));
  return nonce;
}
