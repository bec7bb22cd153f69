interface ShopKey {
  readonly mac: (text: string) => Promise<string>;
}

/** The token in a mail's link, derived from the order's number and the shop's key, so that it need not be stored. */
export const linkTokenOf = (shopKey: ShopKey, number: string): Promise<string> => shopKey.mac(`order link ${number}`);
