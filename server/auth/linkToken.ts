interface ShopKey {
  readonly mac: (text: string) => Promise<string>;
}

/** In the link of a mail. It follows from the order's number and the shop's key, so that nobody has to store it. */
export const linkTokenOf = (shopKey: ShopKey, number: string): Promise<string> => shopKey.mac(`order link ${number}`);
