import type { Appearance, StripeElementsOptionsMode } from '@stripe/stripe-js';
import type { Theme } from '@mui/material/styles';

/** The server excludes the same methods: they may stay pending for days, while stock is held for minutes. */
export const slowMethods: readonly string[] = [
  ...['acss_debit', 'au_becs_debit', 'bacs_debit', 'boleto', 'customer_balance', 'konbini', 'multibanco'],
  ...['nz_bank_account', 'oxxo', 'sepa_debit', 'sofort', 'us_bank_account'],
];

/** Stripe's frame cannot read the page's CSS variables. */
function appearanceOf(theme: Theme, scheme: string): Appearance {
  const isDark = scheme === 'dark';
  const { palette } = theme.colorSchemes[isDark ? 'dark' : 'light'] ?? theme;
  return {
    theme: isDark ? 'night' : 'stripe',
    variables: {
      colorPrimary: palette.primary.main,
      colorBackground: palette.background.paper,
      colorText: palette.text.primary,
      colorTextSecondary: palette.text.secondary,
      colorTextPlaceholder: palette.text.secondary,
      colorDanger: palette.error.main,
      colorSuccess: palette.success.main,
      borderRadius: `${theme.shape.borderRadius}px`,
      fontFamily: theme.typography.fontFamily ?? 'sans-serif',
    },
    rules: {
      '.Input': { borderColor: palette.outline, boxShadow: 'none' },
      '.Tab': { borderColor: palette.outline, boxShadow: 'none' },
    },
  };
}

/** The payment is created when the order is placed; the server sets its amount. */
export const elementsOptions = (amount: number, theme: Theme, scheme: string): StripeElementsOptionsMode => ({
  mode: 'payment',
  // Stripe rejects an amount of 0, which a checkout without lines has.
  amount: Math.max(amount, 1),
  currency: 'usd',
  captureMethod: 'manual',
  excludedPaymentMethodTypes: [...slowMethods],
  appearance: appearanceOf(theme, scheme),
});
