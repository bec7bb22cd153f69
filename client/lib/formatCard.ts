interface Paid {
  card: { brand: string; last4: string } | null;
}

/** 'Visa •••• 4242' */
export const formatCard = ({ card }: Paid): string => (card ? `${card.brand} •••• ${card.last4}` : 'Card');
