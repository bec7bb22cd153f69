/** Below the button; its skeleton is as high. */
export const buyNowHint = 'Buy now goes straight to the checkout with this product only; no account needed.';
