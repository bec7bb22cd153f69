/** Shown below the button; its skeleton has the same height. */
export const buyNowHint = 'Buy now goes straight to the checkout with this product only; no account needed.';
