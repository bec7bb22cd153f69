/** In the place of every sheet. */
export {};
